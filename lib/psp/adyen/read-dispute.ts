import type { DisputeFact } from '../../types/psp.ts';
import { disputeParts, networkCode, unixSeconds } from '../dispute-parts.ts';
import { lookedUp, textAt } from '../json.ts';
import { networkReasons } from './dispute-reasons.ts';

/**
 * The dispute that an event reports, or undefined for any other event. All events of one dispute have the same `psp_reference`, if the account
 * includes `originalReference` in its events (docs/deploy.md). The status follows from the event's code, which is signed. Reason and deadline are not
 * signed: they are shown, but nothing depends on them. Source: Adyen's pages on dispute webhooks and the dispute flow.
 */
export const readDispute = (code: string, psp_reference: string, item: unknown): DisputeFact | undefined => {
  const known = lookedUp(disputeEvents, code);
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
