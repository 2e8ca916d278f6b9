import { otherChargeId } from '../../../lib/payments/webhooks/other-payment.ts';
import { defined } from '../../../lib/types/defined.ts';
import type { Decline } from '../../../lib/types/outcome.ts';
import type { Attempt, AuthorizationResult, LookUpResult, PspEvent } from '../../../lib/types/psp.ts';
import type { World } from '../world.ts';
import { automaticCaptureFails } from './automatic-capture-fails.ts';
import type { Profile } from './draw-profile.ts';
import { happenElsewhere, letGo } from './elsewhere.ts';
import { fenceAtOnce, technicalCancel } from './fence-payment.ts';
import { findPayment } from './find-payment.ts';
import { createKeyedAnswers } from './keyed.ts';
import { createLedger, hasTaken, type LedgerPayment, newPayment, shownAt, stateNow } from './ledger.ts';
import { listRefunds } from './list-refunds.ts';
import { taken } from './payment-changes.ts';
import type { PspServer } from './psp-server.ts';
import { answerOf, authorizationEvent, falseEvent, stateOf } from './report-payment.ts';

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

/** An optional value about the customer is not taken: nothing was asked of the card. */
const detailsRefused = { outcome: 'invalid_request', code: 'email_invalid', refuses_details: true } as const;

const day_ms = 86_400_000;
/** What takes effect later than this after it was called for may be found by no look. */
const hour_ms = 3_600_000;
/** How long money is held that nobody captures. */
const hold_ms = 5 * day_ms;
/** How long a customer may take to authenticate before the PSP withdraws the payment. */
const offer_ms = 12 * 3_600_000;
/** For how long a payment can neither be looked up nor told of where that is broken: until a person has decided what recovery left open. */
const broken_ms = 4.3 * day_ms;

/** For minutes or hours, beginning while customers come, nothing is answered. */
const drawHang = ({ time, random, faults }: World): PspServer['hangs'] => {
  if (!faults.hits('psp_hangs')) return () => false;
  const from = time.now() + random.below(hour_ms / 6);
  const until = from + random.between(hour_ms / 6, 6 * hour_ms);
  return () => time.now() >= from && time.now() < until;
};

export const createPspServer = (
  world: World,
  profile: Profile,
  send: (event: PspEvent) => void,
): PspServer => {
  const { time, random, faults } = world;
  const { account } = profile;
  const { capabilities } = account;
  const ledger = createLedger(account.id);
  const cancels = new Set<string>();
  let made = 0;
  const newId = (kind: string): string => `${account.id}-${kind}-${++made}`;
  const emit: PspServer['emit'] = (event, copies = 1) => {
    const known = ledger.payments.get(event.reference ?? '')?.[0];
    const reported = {
      ...event,
      ...defined({ reference: known?.bears ?? event.reference }),
      id: newId('evt'),
      occurred: time.now(),
    };
    world.note(`${account.id} tells ${JSON.stringify(reported)}`);
    // What cannot be asked for cannot be told of either, until it can be read again.
    const broken = (known?.unreadable_until ?? 0) - time.now();
    const sendAll = (): void => {
      for (let copy = 0; copy < copies; copy++) send(reported);
    };
    if (broken > 0) time.after(broken, sendAll);
    else sendAll();
  };
  const reportPayment: PspServer['reportPayment'] = (payment, copies) =>
    emit(authorizationEvent(profile, payment, stateNow(payment)), copies);
  /** What has become of it may never be told, until a person has decided and somebody looks into it; of what comes late there is nobody to decide. */
  const reportFirst = (payment: LedgerPayment): void => {
    if (payment.unreported) return;
    if (payment.late || !faults.hits('event_withheld')) reportPayment(payment);
    else if (payment.bears !== undefined) payment.unreported = true;
  };
  const shownFrom = (): number => time.now() + random.below((capabilities.look_up?.lag_ms ?? 0) + 1);
  const changed = (payment: LedgerPayment): void => {
    const { status, captured, refunded } = payment;
    world.note(`${account.id} ${payment.reference} ${status}, captured ${captured}, refunded ${refunded}`);
    payment.shown.push({ from: shownFrom(), state: stateNow(payment) });
    world.checker.ledgerPayment(payment);
  };
  const paymentOf = (reference: string): LedgerPayment | undefined => ledger.payments.get(reference)?.[0];

  const take = (payment: LedgerPayment): void => {
    Object.assign(payment, taken(payment));
    changed(payment);
    reportFirst(payment);
    if (payment.manual) time.after(hold_ms, () => letGo(world, server, payment, 'expired'));
    else automaticCaptureFails(world, server, payment);
    happenElsewhere(world, server, payment);
    const isOne = payment.bears === undefined && !payment.mismatch;
    if (isOne && faults.hits('second_payment'))
      time.after(random.below(600_000), () => {
        if (world.checker.knows(payment.reference, payment.id)) payTwice(payment);
      });
  };

  const payTwice = ({ reference: bears, session, currency, asked, manual }: LedgerPayment): LedgerPayment => {
    const id = newId('pay');
    const attempt = {
      reference: otherChargeId(bears, id),
      session,
      currency,
      amount: asked,
      capture_method: manual ? 'manual' : 'automatic',
      started: time.now(),
    } as const;
    const made = { id, psp: account.id, mismatch: false, bears, called: time.now(), now: time.now() };
    const second = newPayment(attempt, made);
    ledger.payments.set(second.reference, [second]);
    take(second);
    return second;
  };

  const end = (payment: LedgerPayment, status: 'declined' | 'canceled'): void => {
    payment.status = status;
    changed(payment);
    reportFirst(payment);
  };

  const refuse = (payment: LedgerPayment, decline: Decline): void => {
    payment.decline = decline;
    end(payment, 'declined');
  };

  /** A first request that arrives now is a new one, whatever was made by its repeat. */
  const hasKeyEnded = (called: number): boolean => {
    const { key_ms } = server.keyed;
    return key_ms !== undefined && time.now() - called > key_ms;
  };

  const execute = (attempt: Attempt, called: number, challenge: boolean): AuthorizationResult => {
    if (ledger.fenced.has(attempt.reference)) return { outcome: 'processor_error', code: 'canceled' };
    if (attempt.details?.customer?.email !== undefined && faults.hits('details_refused'))
      return detailsRefused;
    const opened = ledger.opened.get(attempt.reference);
    ledger.opened.delete(attempt.reference);
    const payment = newPayment(attempt, {
      id: opened ?? newId('pay'),
      psp: account.id,
      mismatch: faults.hits('amount_mismatch') || faults.hits('partial_approval'),
      called,
      now: time.now(),
    });
    if (capabilities.look_up && faults.hits('look_up_broken'))
      payment.unreadable_until = time.now() + broken_ms;
    const isEarlyEnough = time.now() - called < hour_ms && payment.unreadable_until === undefined;
    if (payment.late && isEarlyEnough && capabilities.look_up && faults.hits('late_unreported'))
      payment.unreported = true;
    const same = ledger.payments.get(attempt.reference);
    if (same && hasKeyEnded(called)) same.unshift(payment);
    else if (same) same.push(payment);
    else ledger.payments.set(attempt.reference, [payment]);
    if (faults.hits('declined')) refuse(payment, random.pick(declines));
    else if (challenge || faults.hits('authentication')) {
      changed(payment);
      time.after(offer_ms, () => payment.status === 'requires_action' && end(payment, 'canceled'));
    } else take(payment);
    if (faults.hits('webhook_false')) emit(falseEvent(profile, payment));
    return answerOf(profile, payment, stateNow(payment));
  };

  const authenticate = (reference: string, approves: boolean): void => {
    const payment = paymentOf(reference);
    if (payment?.status !== 'requires_action') return;
    if (approves) take(payment);
    else refuse(payment, 'authentication_failed');
  };

  const answerBank = (reference: string, approves: boolean): void => {
    const payment = paymentOf(reference);
    if (!profile.completes) authenticate(reference, approves);
    if (!profile.reports_authentication || payment?.status !== 'requires_action') return;
    payment.authenticated = approves;
    if (approves) emit({ reference, psp_reference: payment.id, claim: { about: 'authentication' } });
  };

  /** Takes or refuses the money, by what the customer brought or by what the bank has said. */
  const finish = (named: LedgerPayment | undefined, result: string | undefined): void => {
    if (!named) return;
    const approved = profile.reports_authentication ? named.authenticated : result === 'approved';
    if (approved !== undefined) authenticate(named.reference, approved);
  };

  const server: PspServer = {
    profile,
    ledger,
    keyed: createKeyedAnswers(capabilities.idempotency, time.now),
    paymentOf,
    stateOf: stateNow,
    changed,
    emit,
    reportPayment,
    shownFrom,
    now: time.now,
    hangs: drawHang(world),
    newId,
    answerBank,
    payTwice,
    prepare: (reference) => {
      const isNew = !ledger.opened.has(reference) && !paymentOf(reference);
      if (isNew) ledger.opened.set(reference, newId('pay'));
    },
    lookUp: (reference, id) => {
      const found = findPayment(ledger, reference, id);
      if (found === 'several' || (found?.unreadable_until ?? 0) > time.now())
        return { outcome: 'unknown', doubt: 'ambiguous_error' };
      const shown = found && shownAt(found.shown, time.now());
      if (found && shown) return stateOf(profile, found, shown);
      const opened = ledger.opened.get(reference);
      if (ledger.fenced.has(reference)) return { outcome: 'canceled', ...defined({ psp_reference: opened }) };
      return opened !== undefined && profile.prepares === 'unpaid'
        ? { outcome: 'unknown', doubt: 'pending', psp_reference: opened }
        : { outcome: 'absent' };
    },
    lookUpRefunds: (reference) => listRefunds(world, ledger.payments.get(reference) ?? []),
    authorize: (attempt, { called, challenge }, fate, began) => {
      const before = paymentOf(attempt.reference);
      if (before && hasTaken(before) && hasKeyEnded(called)) {
        // Of two payments of which nothing was heard, either can be the charge's: a world knows only the first by its name.
        if (!world.checker.knows(attempt.reference, before.id))
          return { outcome: 'unknown', doubt: 'ambiguous_error' };
        const second = payTwice(before);
        return answerOf(profile, second, stateNow(second));
      }
      return server.keyed.answer<AuthorizationResult>({
        key: attempt.reference,
        fate,
        began,
        execute: () => execute(attempt, called, challenge),
        current: () => {
          const payment = paymentOf(attempt.reference);
          return payment && answerOf(profile, payment, stateNow(payment));
        },
        isSuccess: (answer) => answer.outcome !== 'unknown',
        error: { outcome: 'unknown', doubt: 'ambiguous_error' },
        unreadable: { outcome: 'unknown', doubt: 'unreadable_answer' },
        in_flight: { outcome: random.chance(0.5) ? 'unknown' : 'duplicate', doubt: 'in_flight' },
      });
    },
    complete: (reference, { result, of: brought = reference }): LookUpResult => {
      const of = profile.reports_authentication ? reference : brought;
      const named = paymentOf(of);
      if (profile.completes) {
        if (profile.completes_once && named?.status !== 'requires_action')
          return { outcome: 'invalid_request', code: 'already_completed' };
        if (named && of !== reference) named.late = true;
        finish(named, result);
      }
      // What the customer brought is another payment's: it says nothing of this one.
      if (of !== reference || !named)
        return { outcome: 'unknown', doubt: 'pending', ...(profile.completes && named && { completed: of }) };
      const state = stateOf(profile, named, stateNow(named));
      // A PSP that cannot be asked tells of captures by their events alone.
      const silent = capabilities.look_up === null && named.manual && state.outcome === 'captured';
      return silent ? { outcome: 'approved', psp_reference: named.id } : state;
    },
    cancelByReference: (reference) => {
      if (capabilities.cancel_by_reference?.result !== 'webhook') return fenceAtOnce(server, reference);
      // Under its key a repeat is only acknowledged again.
      if (!cancels.has(reference))
        time.after(random.between(1, 120) * 1000, () => technicalCancel(server, reference));
      cancels.add(reference);
      return { outcome: 'fencing' };
    },
  };
  return server;
};
