import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { PspEvent } from '../../types/psp.ts';
import { at, integerAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { unixSeconds } from '../utc-time.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { cancelByReferenceOperation } from './operations.ts';
import { readClaim } from './read-claim.ts';

/**
 * A genuine notification item as an event, or undefined if it is ours and lacks a field that every item has. Sources: Adyen's Webhooks v1, and its
 * page on handling webhook events: two deliveries with the same `eventCode` and `pspReference` are one event.
 *
 * Adyen has no look-up, so the events are the only facts.
 * * References. An event about the payment itself has the payment's `pspReference`. One about a capture, cancel or refund has that modification's
 *   `pspReference`, and the payment's in `originalReference`. CAPTURE_FAILED has the reference of the capture that failed; REFUND_FAILED and
 *   REFUNDED_REVERSED that of the refund.
 * * `merchantReference` is the reference given when the modification was requested. A modification made in the Customer Area without one has the
 *   payment's, so its event gets no operation; one with a reference that is not ours gets no charge reference either.
 */
export const readEvent = (item: unknown, merchant_account: string | undefined): PspEvent | undefined => {
  const own = textAt(item, 'pspReference');
  const code = textAt(item, 'eventCode');
  const success = String(at(item, 'success') ?? '');
  if (code === undefined) return undefined;
  const again = isRecapture(item, code);
  const id = `${own ?? ''}.${code}.${success}${again ? '.recaptured' : ''}`;
  const ours = readReference(textAt(item, 'merchantReference'));
  const original = textAt(item, 'originalReference');
  const of_payment = eventsOfPayments.includes(code);
  // Every payment and every cancel by reference of ours has our reference.
  const of_another = original === undefined || of_payment || code === 'TECHNICAL_CANCEL';
  if ((ours === undefined && of_another) || textAt(item, 'merchantAccountCode') !== merchant_account)
    return { id, claim: { about: 'nothing_of_ours' } };
  if (own === undefined || !/^(true|false)$/.test(success)) return undefined;
  const payment = original ?? (of_payment ? own : undefined);
  const operation = ours?.operation === cancelByReferenceOperation ? undefined : ours?.operation;
  const money = moneyIn(item);
  const claim = readClaim({ code, success: success === 'true', item, own, payment, operation, money });
  if (claim.about === 'nothing_of_ours' || isUseless(code, original))
    return { id, claim: { about: 'nothing_of_ours' } };
  return {
    id,
    ...defined({ reference: ours?.charge }),
    ...(operation === undefined || again ? {} : { operation }),
    // If the payment's reference is missing where Adyen always gives it, the event is not about a payment of ours, only about itself.
    ...defined({ psp_reference: payment ?? (mayLackPayment.includes(code) ? undefined : own) }),
    ...(of_payment || isUnnamed(code, original) ? {} : { operation_reference: own }),
    ...defined({ money, occurred: readTime(item) }),
    ...(again ? { again } : {}),
    // Adyen does not say whether it can also follow a mere request for information.
    ...(code === 'DISPUTE_DEFENSE_PERIOD_ENDED' ? { unless_inquiry: true } : {}),
    claim,
  };
};

const eventsOfPayments: readonly string[] = ['AUTHORISATION', 'OFFER_CLOSED', 'EXPIRE'];

/** These events name both the payment and the dispute only if the account is set to (`docs/deploy.md`). Those of the first list release the money. */
const wonUnnamed: readonly string[] = ['PREARBITRATION_WON'];
const lostUnnamed: readonly string[] = ['SECOND_CHARGEBACK', 'PREARBITRATION_LOST'];

/** A cancel by reference that fails may have found no payment. */
const mayLackPayment: readonly string[] = ['TECHNICAL_CANCEL', ...wonUnnamed];

/** It does not certainly name the dispute: Adyen does not say whether it has that reference or the payment's. */
const isUnnamed = (code: string, original: string | undefined): boolean =>
  original === undefined && [...wonUnnamed, ...lostUnnamed].includes(code);

/** So does this one, after which the dispute stays open: without its name, it says nothing. */
const isUseless = (code: string, original: string | undefined): boolean =>
  code === 'CHARGEBACK_REVERSED' && original === undefined;

/**
 * After most CAPTURE_FAILED, Adyen itself captures again within ten business days, and reports that with a second CAPTURE under the same reference.
 * Only its reason, which is not signed, distinguishes it from the first. It is an event and a capture of its own, which the engine accepts only after
 * a capture has failed.
 */
const isRecapture = (item: unknown, code: string): boolean =>
  code === 'CAPTURE' && /^Transaction (Auto-)?recaptured$/i.test(textAt(item, 'reason') ?? '');

/** The same in every delivery of an event. */
const readTime = (item: unknown): number | undefined => {
  const seconds = unixSeconds(textAt(item, 'eventDate'));
  return seconds === undefined ? undefined : seconds * 1000;
};

const moneyIn = (item: unknown): Money | undefined =>
  moneyFromWire(capabilities.amounts, integerAt(item, 'amount', 'value'), textAt(item, 'amount', 'currency'));
