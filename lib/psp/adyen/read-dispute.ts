import type { DisputeReason } from '../../types/dispute.ts';
import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts, networkCode } from '../dispute-parts.ts';
import { findEntry, textAt } from '../json.ts';
import { unixSeconds } from '../utc-time.ts';

/**
 * The dispute that an event reports, or undefined for any other event. All events of one dispute have the same `psp_reference`, if the account
 * includes `originalReference` in its events (docs/deploy.md). The status follows from the event's code, which is signed. Reason and deadline are not
 * signed: they are shown, but nothing depends on them. Source: Adyen's pages on dispute webhooks and the dispute flow.
 */
export const readDispute = (code: string, psp_reference: string, item: unknown): DisputeFact | undefined => {
  const known = findEntry(disputeEvents, code);
  if (known === undefined) return undefined;
  const respond_by = unixSeconds(textAt(item, 'additionalData', 'defensePeriodEndsAt'));
  return { psp_reference, ...known, ...disputeParts(networkReasons, reasonIn(item), respond_by) };
};

/**
 * Left out on purpose: NOTIFICATION_OF_FRAUD is an alert, not a dispute; INFORMATION_SUPPLIED and ISSUER_COMMENTS change nothing. After
 * PREARBITRATION_ACCEPTED, PREARBITRATION_DECLINED and SCHEME_ARBITRATION the dispute is still open: another event gives the outcome.
 */
export const disputeEvents: Readonly<Record<string, Pick<DisputeFact, 'status' | 'stage'>>> = {
  REQUEST_FOR_INFORMATION: { status: 'open', stage: 'inquiry' },
  NOTIFICATION_OF_CHARGEBACK: { status: 'open', stage: 'dispute' },
  // In place of NOTIFICATION_OF_CHARGEBACK, if the bank sent none.
  DISPUTE_OPENED_WITH_CHARGEBACK: { status: 'open', stage: 'dispute' },
  // The money is taken for now, but may come back.
  CHARGEBACK: { status: 'open', stage: 'dispute' },
  // The money is back for now: the issuer can go on to a second chargeback or to arbitration.
  CHARGEBACK_REVERSED: { status: 'open', stage: 'dispute' },
  // Accepted, or not defended in time. After a mere request for information, nothing is taken.
  DISPUTE_DEFENSE_PERIOD_ENDED: { status: 'lost', stage: 'dispute' },
  // The issuer accepted the defense, or missed its own deadline.
  ISSUER_RESPONSE_TIMEFRAME_EXPIRED: { status: 'won', stage: 'dispute' },
  SECOND_CHARGEBACK: { status: 'lost', stage: 'arbitration' },
  PREARBITRATION_OPEN: { status: 'open', stage: 'arbitration' },
  // The chargeback stays reversed.
  PREARBITRATION_ISSUER_WITHDRAWN: { status: 'won', stage: 'arbitration' },
  PREARBITRATION_WON: { status: 'won', stage: 'arbitration' },
  PREARBITRATION_LOST: { status: 'lost', stage: 'arbitration' },
  SCHEME_ARBITRATION_WON: { status: 'won', stage: 'arbitration' },
  SCHEME_ARBITRATION_LOST: { status: 'lost', stage: 'arbitration' },
};

/** The network's code; Adyen's own example has a space before it. */
const reasonIn = (item: unknown): string | undefined =>
  networkCode(
    (
      textAt(item, 'additionalData', 'chargebackReasonCode') ??
      textAt(item, 'additionalData', 'rfiReasonCode')
    )?.trim(),
  );

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

const networkReasons: ReadonlyMap<string, DisputeReason> = new Map(
  Object.entries(codes).flatMap(([reason, list]) =>
    list.split(' ').map((code): [string, DisputeReason] => [code, reason as DisputeReason]),
  ),
);
