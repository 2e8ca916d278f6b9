import { conditionWords } from '../../local/docs/words/condition-words.ts';
import { markdownTable } from './markdown-table.ts';

/** The conditions of an override, in the words of the API reference. */
export const ruleConditionTable = (): string =>
  markdownTable([
    ['in `when`', 'meaning'],
    ...Object.entries(conditionWords).map(([name, words]) => [`\`${name}\``, words]),
  ]);
