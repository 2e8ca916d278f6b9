import type { CardBrand, CardNetwork } from './card.ts';
import type { Advised } from './psp.ts';

/** At most `max` declined tries within any `within_s` seconds. */
export type Cap = { readonly max: number; readonly within_s: number };

/**
 * What a card network allows after a decline. `counted`: which tries of one card (by its fingerprint, at every PSP) are counted together. `advice`:
 * what the network's codes say about another try; codes not listed say nothing.
 */
export type NetworkRule = {
  readonly counted: 'by_card' | 'by_amount_and_initiator';
  readonly caps: readonly Cap[];
  readonly advice: Readonly<Record<string, Advised>>;
  /** Who published the rule, and when. */
  readonly source: string;
};

const hour = 3600;
const day = 24 * hour;

const never: Advised = { advice: 'never_again' };
const afterWaiting = (wait_s: number): Advised => ({ advice: 'wait', wait_s });

export const networkRules = {
  /** The codes are the issuer's response codes of category 1. The limit: the first decline, and twenty more tries. */
  visa: {
    counted: 'by_amount_and_initiator',
    caps: [{ max: 21, within_s: 30 * day }],
    advice: {
      '04': never,
      '07': never,
      12: never,
      15: never,
      41: never,
      43: never,
      46: never,
      57: never,
      R0: never,
      R1: never,
      R3: never,
    },
    source:
      'Visa Core Rules, 18 April 2026, table 7-2, as quoted in public; Checkout.com, "When can I retry a declined transaction" (20 tries, the two counters apart since 19 May 2025); Cielo, changelog of May 2025 (25 May 2025)',
  },
  /** Includes Maestro. The codes are merchant advice codes; 04, 40, 41 and 43 describe the token or the card. */
  mastercard: {
    counted: 'by_card',
    caps: [
      { max: 10, within_s: day },
      { max: 35, within_s: 30 * day },
    ],
    advice: {
      '01': { advice: 'correct_data' },
      '02': { advice: 'wait' },
      '03': never,
      21: never,
      24: afterWaiting(hour),
      25: afterWaiting(day),
      26: afterWaiting(2 * day),
      27: afterWaiting(4 * day),
      28: afterWaiting(6 * day),
      29: afterWaiting(8 * day),
      30: afterWaiting(10 * day),
    },
    source:
      'Checkout.com, "When can I retry a declined transaction", read 26 November 2026; Braintree, "Merchant Advice Codes" and "Mastercard Networks" (35 tries since 1 November 2023), read 26 November 2026',
  },
  /**
   * American Express, Discover, Diners Club, JCB, UnionPay, Cartes Bancaires, and cards of unknown brand, such as a PSP's token. They publish no
   * number, so the lower of the two limits above applies, whatever the amount and the initiator.
   */
  other: {
    counted: 'by_card',
    caps: [
      { max: 10, within_s: day },
      { max: 20, within_s: 30 * day },
    ],
    advice: {},
    source:
      'None: CyberSource, "merchantAdviceCode" (American Express and Discover have no categories), read 26 November 2026',
  },
} as const satisfies Readonly<Record<string, NetworkRule>>;

export type RuleName = keyof typeof networkRules;

/** The rule for a card. `network`: the customer's choice on a card with several networks. */
export const ruleNameOf = ({
  brand,
  network = brand,
}: {
  readonly brand?: CardBrand | undefined;
  readonly network?: CardNetwork | undefined;
}): RuleName => {
  switch (network) {
    case 'visa':
      return 'visa';
    case 'mastercard':
    case 'maestro':
      return 'mastercard';
    default:
      return 'other';
  }
};
