import { conditionDescriptions } from '../../local/docs/descriptions/condition-descriptions.ts';
import { markdownTable } from './markdown-table.ts';

/** The conditions of an override, in the words of the API reference. The bounds of one are listed with it. */
export const ruleConditionTable = (): string =>
  markdownTable([
    ['in `when`', 'meaning'],
    ...Object.entries(conditionDescriptions)
      .filter(([name]) => !name.includes('.'))
      .map(([name, description]) => [`\`${name}\`${boundsOf(name)}`, description]),
  ]);

const boundsOf = (condition: string): string => {
  const bounds = Object.keys(conditionDescriptions).filter((name) => name.startsWith(`${condition}.`));
  const listed = bounds.map((name) => `\`${name.slice(condition.length + 1)}\``).join(', ');
  return listed && `: ${listed}`;
};
