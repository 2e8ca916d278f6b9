import { conditionWords } from '../../local/docs/words/condition-words.ts';
import { markdownTable } from './markdown-table.ts';

/** The conditions of an override, in the words of the API reference. The bounds of one are listed with it. */
export const ruleConditionTable = (): string =>
  markdownTable([
    ['in `when`', 'meaning'],
    ...Object.entries(conditionWords)
      .filter(([name]) => !name.includes('.'))
      .map(([name, words]) => [`\`${name}\`${boundsOf(name)}`, words]),
  ]);

const boundsOf = (condition: string): string => {
  const bounds = Object.keys(conditionWords).filter((name) => name.startsWith(`${condition}.`));
  const listed = bounds.map((name) => `\`${name.slice(condition.length + 1)}\``).join(', ');
  return listed && `: ${listed}`;
};
