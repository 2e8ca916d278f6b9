import type { Call } from '../http/call.ts';
import type { PaymentPorts } from '../payments/payment-ports.ts';
import { clock } from './clock.ts';
import { paymentStore } from './dynamodb.ts';
import { absenceMargin, recoverySchedule } from './environment.ts';
import { newId } from './new-id.ts';
import { psps } from './psps.ts';

/** Shards of the recovery index: 1,000 open charges a second each. */
export const recoveryShards = 4;

/** The world as a use-case of this call reaches it. */
export const paymentPorts = (
  call: Pick<Call, 'request_id' | 'deadline' | 'report' | 'render'>,
): PaymentPorts => ({
  store: paymentStore(),
  psps: psps(),
  clock,
  newId,
  report: call.report,
  invocation: call.request_id,
  render: call.render,
  deadline: call.deadline,
  recovery: { schedule_s: recoverySchedule(), shards: recoveryShards, ...absenceMargin() },
});
