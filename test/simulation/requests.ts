import { completeAuthentication } from '../../lib/payments/confirm/complete-authentication.ts';
import { type ConfirmCommand, confirmSession } from '../../lib/payments/confirm/confirm-session.ts';
import { type DecideCommand, decideCharge } from '../../lib/payments/decisions/decide-charge.ts';
import { operateCharge } from '../../lib/payments/operations/operate-charge.ts';
import { type RefundCommand, refundCharge } from '../../lib/payments/operations/refund-charge.ts';
import { refreshCharge } from '../../lib/payments/reconcile/refresh-charge.ts';
import { type CreateCommand, createSession } from '../../lib/payments/sessions/create-session.ts';
import { expireSession } from '../../lib/payments/sessions/expire-session.ts';
import { defined } from '../../lib/types/defined.ts';
import type { Idempotency } from '../../lib/types/result.ts';
import type { Invocation } from './service.ts';

/** What is the same for every session here. */
const anySession = {
  success_url: 'https://shop.example/thanks',
  routing_rule: 'default',
  expires_in: 1_800,
  metadata: {},
  livemode: false,
  signing_key: 'k1',
} as const;

type Key = Idempotency | undefined;

const under = (idempotency: Key): { readonly idempotency?: Idempotency } =>
  idempotency ? { idempotency } : {};

export type Wanted = Pick<
  CreateCommand,
  'amount' | 'currency' | 'capture_method' | 'customer_email' | 'order'
> &
  Partial<Pick<CreateCommand, 'expires_in'>>;

/** `newId` gives the id under which this call creates the session: the same for every repeat under a key. */
export const toCreate = (wanted: Wanted, newId: () => string, key?: Key): Invocation => ({
  endpoint: 'create',
  target: '',
  ...under(key),
  work: (ports, asked) =>
    createSession(ports, {
      ...anySession,
      ...wanted,
      ...defined({ reference: wanted.order }),
      id: newId(),
      ...under(asked),
    }),
});

type How = Pick<ConfirmCommand, 'payment_method' | 'stored_credentials'>;

/** `how` is read by the function that confirms, and may be refused there. */
export const toConfirm = (session: string, how: () => How, key?: Key): Invocation => ({
  endpoint: 'confirm',
  target: session,
  ...under(key),
  work: (ports, asked) =>
    confirmSession(ports, {
      session,
      ...how(),
      return_url: (charge) => `https://pay.example/return/${charge}`,
      ...under(asked),
    }),
});

export const toComplete = (
  session: string,
  charge: string,
  params: Readonly<Record<string, string>>,
): Invocation => ({
  endpoint: 'complete',
  target: charge,
  returns: params.result !== undefined,
  work: async (ports) => ({ session: await completeAuthentication(ports, { session, charge, params }) }),
});

export const toExpire = (session: string): Invocation => ({
  endpoint: 'expire',
  target: session,
  work: (ports) => expireSession(ports, { session }),
});

export const toOperate = (
  kind: 'capture' | 'cancel',
  charge: string,
  amount: number | undefined,
  key?: Key,
): Invocation => ({
  endpoint: kind,
  target: charge,
  ...under(key),
  work: (ports, asked) =>
    operateCharge(ports, kind, {
      charge,
      ...defined({ amount }),
      ...under(asked),
    }),
});

export const toRefund = (
  charge: string,
  { amount, allow_disputed }: Pick<RefundCommand, 'amount' | 'allow_disputed'>,
  newId: () => string,
  key?: Key,
): Invocation => ({
  endpoint: 'refund',
  target: charge,
  ...under(key),
  work: (ports, asked) =>
    refundCharge(ports, {
      id: newId(),
      charge,
      metadata: {},
      ...defined({ amount, allow_disputed }),
      ...under(asked),
    }),
});

export const toRefresh = (charge: string, key?: Key): Invocation => ({
  endpoint: 'refresh',
  target: charge,
  ...under(key),
  work: (ports, asked) => refreshCharge(ports, { charge, ...under(asked) }),
});

export const toDecide = (command: DecideCommand): Invocation => ({
  endpoint: 'decide',
  target: command.charge,
  ...under(command.idempotency),
  work: (ports, asked) => decideCharge(ports, { ...command, ...under(asked) }),
});
