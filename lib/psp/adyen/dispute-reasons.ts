import type { DisputeReason } from '../../types/dispute.ts';

/**
 * The card networks' chargeback and request codes, which are all that Adyen reports about a reason. No code is shared between networks. Source:
 * Adyen's page "Dispute reason codes", as of May 2026. A code that is not listed is `general`, such as Mastercard's 4853, which covers every
 * complaint about goods.
 */
const codes: Readonly<Record<Exclude<DisputeReason, 'general'>, string>> = {
  fraudulent:
    '10.1 10.2 10.3 10.4 10.5 4837 4840 4849 4870 4871 F10 F14 F22 F24 F29 F30 F31 FR2 FR4 FR6 UA01 UA02 UA05 UA06 UA10 UA11',
  unrecognized: '4863 127 177 AA',
  duplicate: '12.6 12.6.1 12.6.2 C14 P08 DP PM',
  incorrect_amount: '12.5 4831 P05',
  product_not_received: '13.1 13.9 4855 C08 RG NF',
  product_unacceptable: '13.3 13.4 13.5 C31 C32 RM',
  subscription_canceled: '13.2 4841 C28 AP',
  credit_not_processed: '13.6 13.7 4860 C02 C04 C05 C18 RN2 CD',
  processing_error:
    '11.1 11.2 11.3 12.1 12.2 12.3 12.4 12.7 4808 4834 4842 A01 A02 A08 P01 P03 P04 P07 P22 P23 AT LP',
};

export const networkReasons: ReadonlyMap<string, DisputeReason> = new Map(
  Object.entries(codes).flatMap(([reason, list]) =>
    list.split(' ').map((code): [string, DisputeReason] => [code, reason as DisputeReason]),
  ),
);
