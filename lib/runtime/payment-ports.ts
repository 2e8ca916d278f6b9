import type { Call } from '../http/call.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { clock } from './clock.ts';
import { paymentStore } from './dynamodb.ts';
import { absenceMargin, recoverySchedule } from './environment.ts';
import { newId } from './new-id.ts';
import { accountEntries } from './psp-accounts.ts';
import { psps } from './psps.ts';
import { readAhead } from './read-ahead.ts';
import { releaseCvc } from './release-cvc.ts';
import { loadSecret } from './secrets.ts';

/** Shards of the recovery index: each takes 1,000 open charges a second. */
export const recoveryShards = 4;

/** Gives every write of a call an id of its own. */
export const newWriteOf = (request_id: string): (() => string) => {
  let writes = 0;
  return () => `${request_id}.${++writes}`;
};

type PortsCall = Pick<Call, 'request_id' | 'deadline' | 'log' | 'render'>;

export const paymentPorts = (call: PortsCall): PaymentPorts => ({
  store: paymentStore(),
  psps: psps(),
  clock,
  newId,
  log: call.log,
  newWrite: newWriteOf(call.request_id),
  render: call.render,
  deadline: call.deadline,
  releaseCvc: releaseCvc(call.log),
  recovery: { schedule_s: recoverySchedule(), shards: recoveryShards, ...absenceMargin() },
});

/** `paymentPorts` for a function that calls PSPs: throws `not_configured` until their keys are stored. */
export const paymentPortsWithKeys = (): ((call: PortsCall) => Promise<PaymentPorts>) => {
  readAhead(keysAtHand);
  return async (call) => {
    await keysAtHand();
    return paymentPorts(call);
  };
};

const keysAtHand = async (): Promise<void> => {
  const ids = new Set([...accountEntries().values()].map(({ secret }) => secret));
  await Promise.all([...ids].map(loadSecret));
};
