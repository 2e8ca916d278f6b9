import { defined } from '../../types/defined.ts';
import type { Money } from '../../types/money.ts';
import type { PspEvent } from '../../types/psp.ts';
import { unixSeconds } from '../dispute-parts.ts';
import { at, integerAt, textAt } from '../json.ts';
import { readReference } from '../reference.ts';
import { moneyFromWire } from '../wire-amounts.ts';
import { capabilities } from './capabilities.ts';
import { fenceOperation } from './modifications.ts';
import { readClaim } from './read-claim.ts';

/**
 * One genuine notification item as an event, or undefined if it is ours and lacks a field that every item has. Sources: Adyen's Webhooks v1, and its page on
 * handling webhook events: two deliveries with the same `eventCode` and `pspReference` are one event.
 *
 * Without a look-up, the events are the only facts. An event about the payment itself has the payment's `pspReference`. One about a capture, cancel
 * or refund has that modification's own, and the payment's in `originalReference`: CAPTURE_FAILED has the reference of the capture that failed,
 * REFUND_FAILED and REFUNDED_REVERSED that of the refund. `merchantReference` is the name given to the modification when it was requested; one made
 * in the Customer Area without a name has the payment's, so it comes through without an operation. One made under a name that is not ours comes
 * through without a reference, too.
 */
export const readNotification = (
  item: unknown,
  merchant_account: string | undefined,
): PspEvent | undefined => {
  const own = textAt(item, 'pspReference');
  const code = textAt(item, 'eventCode');
  const success = String(at(item, 'success') ?? '');
  if (code === undefined) return undefined;
  const again = isRecapture(item, code);
  const id = `${own ?? ''}.${code}.${success}${again ? '.recaptured' : ''}`;
  const ours = readReference(textAt(item, 'merchantReference'));
  const original = textAt(item, 'originalReference');
  const of_payment = eventsOfPayments.includes(code);
  // Every payment and every fence of ours bears our reference.
  const of_another = original === undefined || of_payment || code === 'TECHNICAL_CANCEL';
  if ((ours === undefined && of_another) || textAt(item, 'merchantAccountCode') !== merchant_account)
    return { id, claim: { about: 'nothing_of_ours' } };
  if (own === undefined || !/^(true|false)$/.test(success)) return undefined;
  const payment = original ?? (of_payment ? own : undefined);
  const operation = ours?.operation === fenceOperation ? undefined : ours?.operation;
  const money = moneyIn(item);
  const claim = readClaim({ code, success: success === 'true', item, own, payment, operation, money });
  if (claim.about === 'nothing_of_ours') return { id, claim };
  return {
    id,
    ...defined({ reference: ours?.charge }),
    ...(operation === undefined || again ? {} : { operation }),
    // Without its name where Adyen always gives it, it is about no payment that we know, only about itself.
    ...defined({ psp_reference: payment ?? (mayLackPayment.includes(code) ? undefined : own) }),
    ...(of_payment || isUnnamed(code, original) ? {} : { operation_reference: own }),
    ...defined({ money, occurred: occurredAt(item) }),
    ...(again ? { again } : {}),
    claim,
  };
};

const eventsOfPayments: readonly string[] = ['AUTHORISATION', 'OFFER_CLOSED', 'EXPIRE'];

/** A fence that fails may have found no payment; the other names it only if the account is set so (`docs/deploy.md`), and by itself takes nothing. */
const mayLackPayment: readonly string[] = ['TECHNICAL_CANCEL', 'CHARGEBACK_REVERSED'];

/** It names neither payment nor dispute for certain: whose reference it bears is not said. */
const isUnnamed = (code: string, original: string | undefined): boolean =>
  code === 'CHARGEBACK_REVERSED' && original === undefined;

/**
 * After most CAPTURE_FAILED Adyen captures again by itself, within ten business days, and reports it with a second CAPTURE of the same reference. Only
 * its reason, which is not signed, sets it apart from the first: it is an event and a capture of its own, which the engine believes only once one has
 * failed.
 */
const isRecapture = (item: unknown, code: string): boolean =>
  code === 'CAPTURE' && /^Transaction (Auto-)?recaptured$/i.test(textAt(item, 'reason') ?? '');

/** Of every delivery of the event the same. */
const occurredAt = (item: unknown): number | undefined => {
  const seconds = unixSeconds(textAt(item, 'eventDate'));
  return seconds === undefined ? undefined : seconds * 1000;
};

const moneyIn = (item: unknown): Money | undefined =>
  moneyFromWire(capabilities.amounts, integerAt(item, 'amount', 'value'), textAt(item, 'amount', 'currency'));
