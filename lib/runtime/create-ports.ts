import type { Call } from '../http/call.ts';
import type { CreatePorts } from '../payments/sessions/create-session.ts';
import { clock } from './clock.ts';
import { closedPsps } from './closed-psps.ts';
import { paymentStore } from './dynamodb.ts';
import { verdicts } from './health.ts';
import { newWriteOf } from './payment-ports.ts';
import { pspAccounts } from './psp-accounts.ts';
import { rules } from './rules.ts';
import { sessionsOfReference } from './sessions-of-reference.ts';

export const createPorts = (call: Pick<Call, 'request_id' | 'render' | 'log'>): CreatePorts => ({
  store: paymentStore(),
  clock,
  newWrite: newWriteOf(call.request_id),
  render: call.render,
  log: call.log,
  accounts: pspAccounts(),
  rules: rules(call.log),
  verdict: verdicts().verdict,
  closedPsps: closedPsps().closed,
  sessionsOf: sessionsOfReference,
});
