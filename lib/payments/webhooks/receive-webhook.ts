import { isDefinite } from '../../charge/definite-result.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge } from '../../types/charge.ts';
import type { InboundWebhook, Psp, PspEvent, WebhookReading } from '../../types/psp.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { changeCharge, type Records } from '../records/change-charge.ts';
import { readRecords } from '../records/read-records.ts';
import { contradictionOf, isDecided } from './contradicted-event.ts';
import { keepOverdue, keepUnverified } from './keep-unverified.ts';
import { otherPaymentOf } from './other-payment.ts';
import { receiveAuthentication } from './receive-authentication.ts';
import { capturedBy, isUndecided, liftFence, receiveAuthorization } from './receive-authorization-event.ts';
import { receiveDisputeEvent } from './receive-dispute-event.ts';
import { receiveOperationEvent } from './receive-operation-event.ts';
import { notVerified } from './unverified-event.ts';

/**
 * Handles a PSP's webhook: the signature first, then each event separately, applied once to the charge it names. If one cannot be applied yet, the
 * PSP delivers the whole webhook again; events already applied are skipped. Money moves on the word of an event only if the PSP has no look-up,
 * nothing recorded contradicts it, and reference, account, amount and currency all match. Throws `signature_invalid`, `body_invalid`, or
 * `resource_missing` for an account that is not configured.
 */
export const receiveWebhook = async (
  ports: PaymentPorts,
  account: string,
  webhook: InboundWebhook,
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
  const reading = await psp.readWebhook(webhook);
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
      return notVerified(psp);
    default:
      return reason satisfies never;
  }
};

const receive = async (ports: PaymentPorts, psp: Psp, event: PspEvent): Promise<void> => {
  const { about } = event.claim;
  const charge = await chargeOf(ports, psp, event);
  if (!charge || charge.psp !== psp.id || about === 'nothing_of_ours') {
    ports.log({ event: 'webhook_not_ours', psp: psp.id, about });
    return;
  }
  return receiveFor(ports, psp, charge, event);
};

const receiveFor = async (ports: PaymentPorts, psp: Psp, charge: Charge, event: PspEvent): Promise<void> => {
  // Another delivery may have died before it applied the kept events.
  if (charge.events?.includes(event.id)) return void (await applyKept(ports, psp, charge));
  const records: Records = { charge, session: await ports.store.session(charge.session) };
  const contradiction = contradictionOf(psp, charge, event);
  const other = contradiction === 'other_payment' && (await otherPaymentOf(ports, psp, records, event));
  if (other) return receiveFor(ports, psp, other, event);
  if (contradiction) return keepUnverified(ports, psp, records, event, contradiction);
  try {
    await apply(ports, psp, records, event);
  } catch (error) {
    return keepOverdue(ports, psp, records, event, error);
  }
  // At a PSP without look-up, an event may have been kept while this one was applied.
  await applyKept(ports, psp, psp.lookUp ? charge : ((await ports.store.charge(charge.id)) ?? charge));
};

/**
 * Applies the events that the charge keeps because another had to come first: it may have come now. If they contradict it, they stay for a person.
 */
export const applyKept = async (ports: PaymentPorts, psp: Psp, before: Charge): Promise<Charge> => {
  const waiting = (before.unbelieved ?? []).flatMap(({ whole }) => whole ?? []);
  const failures: unknown[] = [];
  for (const event of waiting)
    await applyOneKept(ports, psp, before.id, event).catch((error: unknown) => failures.push(error));
  // One that fails is applied with the next delivery.
  if (failures.length > 0) throw failures[0];
  return waiting.length === 0 ? before : (await readRecords(ports, before.id)).charge;
};

const applyOneKept = async (
  ports: PaymentPorts,
  psp: Psp,
  charge: string,
  event: PspEvent,
): Promise<void> => {
  const records = await readRecords(ports, charge);
  if (await isApplied(ports, psp, records, event)) await forget(ports, records, event);
};

const isApplied = async (
  ports: PaymentPorts,
  psp: Psp,
  records: Records,
  event: PspEvent,
): Promise<boolean> => {
  if (records.charge.events?.includes(event.id)) return true;
  if (contradictionOf(psp, records.charge, event) || namesAnother(records.charge, event)) return false;
  try {
    await apply(ports, psp, records, event);
    return true;
  } catch (error) {
    if (isWait(error)) return false;
    throw error;
  }
};

/** A person has decided about the recorded payment, and the event names another one. */
const namesAnother = (charge: Charge, { psp_reference: named }: PspEvent): boolean => {
  const { psp_reference: known = named } = charge;
  return isDecided(charge) && named !== undefined && named !== known;
};

const isWait = (error: unknown): boolean => error instanceof ApiError && error.code === 'event_not_verified';

const forget = async (ports: PaymentPorts, records: Records, { id }: PspEvent): Promise<void> => {
  await changeCharge(ports, records, ({ charge: { unbelieved = [], ...charge } }) => {
    const left = unbelieved.filter(({ event }) => event !== id);
    return { charge: left.length > 0 ? { ...charge, unbelieved: left } : charge, outcome: undefined };
  });
};

const apply = async (ports: PaymentPorts, psp: Psp, records: Records, event: PspEvent): Promise<void> => {
  const { claim } = event;
  const { charge } = records;
  switch (claim.about) {
    case 'authorization':
      return receiveAuthorization(ports, psp, records, event, claim.answer);
    case 'fence':
      if (claim.answer.outcome === 'fencing') return;
      return isDefinite(claim.answer)
        ? receiveAuthorization(ports, psp, records, event, claim.answer)
        : liftFence(ports, records, event);
    case 'capture': {
      const captured = claim.answer.outcome === 'succeeded' && isUndecided(records);
      return captured
        ? receiveAuthorization(ports, psp, records, event, capturedBy(event))
        : receiveOperationEvent(ports, psp, records, event, claim.about, claim.answer);
    }
    case 'cancel':
    case 'refund':
      return receiveOperationEvent(ports, psp, records, event, claim.about, claim.answer);
    case 'dispute':
      return receiveDisputeEvent(ports, records, event, claim.dispute);
    case 'authentication':
      return receiveAuthentication(ports, psp, charge);
    case 'nothing_of_ours':
      return;
    default:
      return claim satisfies never;
  }
};

/**
 * An operation made in a PSP's dashboard, or by another program, may have a reference of its own: then the PSP's id of the payment shows the charge.
 */
const chargeOf = async (
  { store }: PaymentPorts,
  psp: Psp,
  { reference, psp_reference }: PspEvent,
): Promise<Charge | undefined> => {
  if (reference !== undefined) return store.charge(reference);
  return psp_reference === undefined ? undefined : store.chargeAt(psp.id, psp_reference);
};
