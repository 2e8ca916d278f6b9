import { type NetworkRule, networkRules, type RuleName } from '../../lib/types/network-rules.ts';
import { markdownTable } from './markdown-table.ts';

const day = 86_400;

const names: Readonly<Record<RuleName, string>> = {
  visa: 'Visa',
  mastercard: 'Mastercard, Maestro',
  other: 'any other, or not known (a `psp_token`)',
};

const counted: Readonly<Record<NetworkRule['counted'], string>> = {
  by_card: 'of a card',
  by_amount_and_initiator: 'of a card, amount and currency; the customer’s and the merchant’s apart',
};

/** What each card network allows after a decline. */
export const networkTable = (): string =>
  markdownTable([
    ['network', 'tries that count together', 'at most', 'never again', 'wait'],
    ...Object.entries(networkRules).map(([name, rule]) => [names[name as RuleName], ...cellsOf(rule)]),
  ]);

const cellsOf = ({ counted: by, caps, advice }: NetworkRule): readonly string[] => {
  const codes = Object.entries(advice).sort(([one], [other]) => (one < other ? -1 : 1));
  const never = codes.flatMap(([code, said]) => (said.advice === 'never_again' ? [code] : []));
  const waits = codes.flatMap(([code, { wait_s }]) =>
    wait_s === undefined ? [] : [`${code}: ${lengthOf(wait_s)}`],
  );
  return [
    counted[by],
    caps.map(({ max, within_s }) => `${max} in ${lengthOf(within_s)}`).join(', '),
    never.join(', ') || '–',
    waits.join(', ') || '–',
  ];
};

const lengthOf = (seconds: number): string => {
  if (seconds > day) return `${seconds / day} days`;
  return seconds === 3600 ? '1 hour' : `${seconds / 3600} hours`;
};
