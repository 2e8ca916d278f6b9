import { ApiError, isStorageUnreachable } from '../../types/api-error.ts';
import type { Psp, PspEvent, WebhookReading } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { chargeOf } from './charge-of.ts';
import { holdEvent, mayMatchLater, reportUntaken } from './hold-event.ts';
import { isWait, mustWait } from './must-wait.ts';
import { takeEvent } from './take-event.ts';

/**
 * Handles a PSP's webhook: `read` verifies its signature, then each event is applied separately, once, to the charge it names. One that cannot be
 * applied yet waits on its charge, or is held, as is one whose charge cannot be read or written. Money moves on the word of an event only if the PSP
 * has no look-up, nothing recorded contradicts it, and reference, account, amount and currency all match. Throws `signature_invalid`, `body_invalid`,
 * or `resource_missing` for an account that is not configured. After `event_not_verified`, the PSP delivers the whole webhook again.
 */
export const receiveWebhook = async (
  ports: PaymentPorts,
  account: string,
  read: () => Promise<WebhookReading>,
): Promise<void> => {
  const psp = ports.psps.connect(account);
  if (!psp)
    throw new ApiError(
      'resource_missing',
      `No payment provider account ${account.slice(0, 64)} is configured.`,
      {
        param: 'psp',
      },
    );
  const reading = await read();
  if (!reading.ok) {
    ports.log({ event: 'webhook_refused', psp: account, reason: reading.reason });
    throw refusalOf(psp, reading.reason);
  }
  const failures: unknown[] = [];
  for (const event of reading.events)
    await receive(ports, psp, event).catch((error: unknown) => failures.push(error));
  // Errors other than "deliver it again" are reported first.
  if (failures.length > 0) throw failures.find((error) => !isWait(error)) ?? failures[0];
};

const refusalOf = (psp: Psp, reason: Extract<WebhookReading, { readonly ok: false }>['reason']): ApiError => {
  switch (reason) {
    case 'malformed':
      return new ApiError('body_invalid', 'The webhook body is not what this payment provider sends.');
    case 'signature':
    case 'too_old':
      return new ApiError('signature_invalid', 'The webhook signature does not match, or is too old.');
    case 'unanswered':
      return mustWait(psp);
    default:
      return reason satisfies never;
  }
};

const receive = async (ports: PaymentPorts, psp: Psp, event: PspEvent): Promise<void> => {
  try {
    const charge = await chargeOf(ports.store, psp.id, event);
    if (charge) return await takeEvent(ports, psp, charge, event);
  } catch (error) {
    return holdUntaken(ports, psp, event, error);
  }
  if (mayMatchLater(event) && (await holdEvent(ports, psp, event))) return;
  ports.log({ event: 'webhook_not_ours', psp: psp.id, about: event.claim.about });
};

/**
 * An event that its charge cannot take is held: refused, it could hold back those behind it. While storage is down it is refused, since the PSP's next
 * delivery comes sooner than ours would. That a customer has authenticated is not held: the customer is the one to go on.
 */
const holdUntaken = async (ports: PaymentPorts, psp: Psp, event: PspEvent, error: unknown): Promise<void> => {
  if (isStorageUnreachable(error)) throw error;
  if (!isWait(error)) reportUntaken(ports, psp.id, event, error);
  const mayBeHeld = event.claim.about !== 'authentication';
  if (!mayBeHeld || !(await holdEvent(ports, psp, event))) throw mustWait(psp);
};
