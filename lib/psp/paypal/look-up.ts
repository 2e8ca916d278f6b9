import type { Attempt, Call, LookUpResult, RefundsFound, Unknown } from '../../types/psp.ts';
import { unixSeconds } from '../dispute-parts.ts';
import { undecided } from '../refusal-reader.ts';
import { splitCall } from '../split-call.ts';
import { capabilities } from './capabilities.ts';
import type { PayPalClient } from './client.ts';
import { orderFacts } from './order-facts.ts';
import { createOrder, getOrder } from './orders.ts';
import { orderRefunds } from './refunds.ts';

/** The current order: by its id if we have it, otherwise by repeating its creation. A failed look-up is never a result. */
export const lookUp = async (client: PayPalClient, attempt: Attempt, call: Call): Promise<LookUpResult> => {
  if (attempt.psp_reference) return ask(client, attempt, attempt.psp_reference, call);
  const { first, rest } = splitCall(call, 2);
  const created = await createOrder(client, attempt, first);
  if ('doubt' in created) return created.doubt;
  if ('refusal' in created) return undecided(created.refusal);
  return isOriginal(attempt, created.order.create_time)
    ? ask(client, attempt, created.order.id, rest)
    : { outcome: 'unknown', doubt: 'ambiguous_error' };
};

/** All refunds of the attempt's order, including those made in the dashboard. */
export const lookUpRefunds = async (
  client: PayPalClient,
  attempt: Attempt,
  call: Call,
): Promise<RefundsFound | Unknown> => {
  const { psp_reference } = attempt;
  if (!psp_reference) return { outcome: 'unknown', doubt: 'ambiguous_error' };
  const found = await getOrder(client, { ...attempt, psp_reference }, call);
  if ('refusal' in found) return undecided(found.refusal);
  const { refunds, complete } = orderRefunds(attempt, found.order);
  return { outcome: 'found', refunds, complete };
};

const ask = async (
  client: PayPalClient,
  attempt: Attempt,
  psp_reference: string,
  call: Call,
): Promise<LookUpResult> => {
  const known = { ...attempt, psp_reference };
  const found = await getOrder(client, known, call);
  return 'order' in found ? orderFacts(known, found.order) : { ...undecided(found.refusal), psp_reference };
};

/**
 * An order created after the key's window is a new one and says nothing about the attempt. Allows for a small difference between PayPal's clock and
 * ours.
 */
const isOriginal = ({ started }: Attempt, create_time: string | undefined): boolean => {
  const created = unixSeconds(create_time);
  return (
    created !== undefined && created * 1_000 < started + capabilities.idempotency.window_ms - clockSkew_ms
  );
};

const clockSkew_ms = 10 * 60 * 1_000;
