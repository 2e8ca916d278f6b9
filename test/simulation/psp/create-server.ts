import type { Decline } from '../../../lib/types/outcome.ts';
import type {
  Attempt,
  AuthorizationAnswer,
  FenceAnswer,
  LookUpAnswer,
  PspEvent,
} from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import type { Profile } from './draw-profile.ts';
import { createKeyedAnswers, type Fate, type KeyedAnswers } from './keyed.ts';
import { createLedger, type Ledger, type LedgerPayment, type LedgerStatus } from './ledger.ts';
import { answerOf, authorizationEvent, falseEvent, stateOf } from './tell-payment.ts';

/** A PSP account: its books, and what its own software does with requests that have arrived. */
export type PspServer = {
  readonly profile: Profile;
  readonly ledger: Ledger;
  readonly keyed: KeyedAnswers;
  readonly authorize: (attempt: Attempt, called: number, fate: Fate, began: boolean) => AuthorizationAnswer;
  readonly lookUp: (reference: string) => LookUpAnswer;
  readonly complete: (reference: string, approves: boolean) => LookUpAnswer;
  readonly fence: (reference: string) => FenceAnswer;
  /** The customer ends the authentication on the bank's page. */
  readonly authenticate: (reference: string, approves: boolean) => void;
  readonly paymentOf: (reference: string) => LedgerPayment | undefined;
  readonly move: (payment: LedgerPayment, status: LedgerStatus) => void;
  readonly emit: (event: Omit<PspEvent, 'id'>) => void;
};

const declines = [
  'do_not_honor',
  'do_not_honor',
  'insufficient_funds',
  'issuer_unavailable',
  'processor_error',
  'limit_exceeded',
  'incorrect_card_data',
  'card_lost_or_stolen',
  'card_closed',
  'fraud_suspected',
  'stop_payment',
  'invalid_request',
  'unmapped',
  'authentication_required',
  'not_supported',
] as const satisfies readonly [Decline, ...Decline[]];

/** How long money is held that nobody captures. */
const hold_ms = 5 * 86_400_000;
/** How long a customer may take to authenticate before the PSP withdraws the payment. */
const offer_ms = 12 * 3_600_000;

export const createPspServer = (
  world: World,
  profile: Profile,
  send: (event: PspEvent) => void,
): PspServer => {
  const { time, random, faults } = world;
  const { account } = profile;
  const { capabilities } = account;
  const ledger = createLedger(account.id);
  const keyed = createKeyedAnswers(capabilities.idempotency, time.now);
  const cancels = new Set<string>();
  let made = 0;
  const emit = (event: Omit<PspEvent, 'id'>): void => send({ ...event, id: `${account.id}-evt-${++made}` });

  const move = (payment: LedgerPayment, status: LedgerStatus): void => {
    payment.status = status;
    const lag_ms = capabilities.look_up?.lag_ms ?? 0;
    payment.shown.push({ from: time.now() + random.below(lag_ms + 1), status });
    world.checker.ledgerPayment(payment);
  };

  const take = (payment: LedgerPayment): void => {
    payment.authorized = payment.mismatch ? Math.max(1, payment.asked >> 1) : payment.asked;
    payment.captured = payment.manual ? 0 : payment.authorized;
    move(payment, payment.manual ? 'authorized' : 'captured');
    emit(authorizationEvent(profile, payment));
    if (payment.manual) time.after(hold_ms, () => letGo(payment));
  };

  const letGo = (payment: LedgerPayment): void => {
    if (payment.status !== 'authorized') return;
    move(payment, 'canceled');
    emit(authorizationEvent(profile, payment));
  };

  const refuse = (payment: LedgerPayment, decline: Decline): void => {
    payment.decline = decline;
    move(payment, 'declined');
    emit(authorizationEvent(profile, payment));
  };

  const waitForCustomer = (payment: LedgerPayment): void => {
    move(payment, 'requires_action');
    time.after(offer_ms, () => {
      if (payment.status !== 'requires_action') return;
      move(payment, 'canceled');
      emit(authorizationEvent(profile, payment));
    });
  };

  const execute = (attempt: Attempt, called: number): AuthorizationAnswer => {
    if (ledger.fenced.has(attempt.reference)) return { outcome: 'processor_error', code: 'canceled' };
    const payment: LedgerPayment = {
      id: `${account.id}-pay-${++made}`,
      psp: account.id,
      reference: attempt.reference,
      session: attempt.session,
      currency: attempt.currency,
      asked: attempt.amount,
      manual: attempt.capture_method === 'manual',
      status: 'requires_action',
      authorized: 0,
      captured: 0,
      refunded: 0,
      decline: undefined,
      mismatch: faults.hits('amount_mismatch') || faults.hits('partial_approval'),
      late: time.now() - called > 60_000,
      shown: [],
    };
    const same = ledger.payments.get(attempt.reference);
    if (same) same.push(payment);
    else ledger.payments.set(attempt.reference, [payment]);
    if (faults.hits('declined')) refuse(payment, random.pick(declines));
    else if (faults.hits('authentication')) waitForCustomer(payment);
    else take(payment);
    if (faults.hits('webhook_false')) emit(falseEvent(profile, payment));
    return answerOf(payment, payment.status);
  };

  const paymentOf = (reference: string): LedgerPayment | undefined => ledger.payments.get(reference)?.[0];

  const lookUp = (reference: string): LookUpAnswer => {
    const found = ledger.payments.get(reference) ?? [];
    if (found.length > 1) return { outcome: 'unknown', doubt: 'ambiguous_error' };
    const shown = found[0]?.shown.findLast(({ from }) => from <= time.now());
    if (found[0] && shown) return stateOf(found[0], shown.status);
    return ledger.fenced.has(reference) ? { outcome: 'canceled' } : { outcome: 'absent' };
  };

  const authenticate = (reference: string, approves: boolean): void => {
    const payment = paymentOf(reference);
    if (payment?.status !== 'requires_action') return;
    if (approves) take(payment);
    else refuse(payment, 'authentication_failed');
  };

  return {
    profile,
    ledger,
    keyed,
    paymentOf,
    move,
    emit,
    lookUp,
    authenticate,
    authorize: (attempt, called, fate, began) =>
      keyed.answer<AuthorizationAnswer>({
        key: attempt.reference,
        fate,
        began,
        execute: () => execute(attempt, called),
        current: () => currentOf(paymentOf(attempt.reference)),
        isSuccess: (answer) => answer.outcome !== 'unknown',
        error: { outcome: 'unknown', doubt: 'ambiguous_error' },
        unreadable: { outcome: 'unknown', doubt: 'unreadable_answer' },
        in_flight: { outcome: random.chance(0.5) ? 'unknown' : 'duplicate', doubt: 'in_flight' },
      }),
    complete: (reference, approves) => {
      if (capabilities.completes_authentication) authenticate(reference, approves);
      const payment = paymentOf(reference);
      return payment ? stateOf(payment, payment.status) : { outcome: 'unknown', doubt: 'pending' };
    },
    fence: (reference) => {
      const payment = paymentOf(reference);
      if (capabilities.fence?.result === 'webhook') {
        // Under its key a repeat is only acknowledged again.
        if (!cancels.has(reference))
          time.after(random.between(1, 120) * 1000, () => technicalCancel(reference));
        cancels.add(reference);
        return { outcome: 'fencing' };
      }
      if (payment?.status === 'captured') return answerOf(payment, 'captured');
      ledger.fenced.add(reference);
      if (payment && payment.status !== 'declined' && payment.status !== 'canceled')
        move(payment, 'canceled');
      return { outcome: 'canceled' };
    },
  };

  /** The delayed cancel releases a hold; of what is not there, captured or away with the customer it proves nothing. */
  function technicalCancel(reference: string): void {
    const payment = paymentOf(reference);
    const dead = payment?.status === 'authorized';
    if (payment && dead) move(payment, 'canceled');
    emit({
      reference,
      claim: {
        about: 'fence',
        answer: dead ? { outcome: 'canceled' } : { outcome: 'unknown', doubt: 'ambiguous_error' },
      },
    });
  }
};

const currentOf = (payment: LedgerPayment | undefined): AuthorizationAnswer | undefined =>
  payment && answerOf(payment, payment.status);
