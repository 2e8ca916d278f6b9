import type { Charge } from '../../../lib/types/charge.ts';
import type { Attempt, Operation, PspEvent } from '../../../lib/types/psp.ts';
import type { Process } from '../process.ts';
import type { CallKind } from '../psp/call-kind.ts';
import { isLive } from '../psp/ledger.ts';
import type { Answered, Asked } from './check-answers.ts';
import { type Facts, knowsKeys, paymentsOf, sum } from './facts.ts';

export type PspCall = {
  readonly psp: string;
  readonly kind: CallKind;
  readonly attempt: Attempt;
  readonly operation: Operation | undefined;
};

export type Received = {
  readonly outcome: string;
  readonly amount: number | undefined;
  readonly refuses_details: boolean;
};

export type CallChecks = {
  readonly called: (process: Process, call: PspCall & { readonly timeout_ms: number }) => void;
  readonly answered: (process: Process, call: PspCall & Received) => void;
  readonly webhook: (psp: string, event: PspEvent) => void;
  readonly asked: (process: Process, asked: Asked) => void;
  /** The function that made the calls has ended. */
  readonly ended: (process: Process, answered: Answered) => void;
};

/** Left for writing down what happened: the least that a function must keep back. */
const leastToSettle_ms = 1_000;
/** Requests of one process that move money under one name. */
const mostRepeats = 3;

/** Success, or nobody knows: everything else that a PSP says of an authorisation is a no. */
const noNo: ReadonlySet<string> = new Set([
  'approved',
  'captured',
  'requires_action',
  'unknown',
  'duplicate',
  'fencing',
  'absent',
]);
/** Says why this request was not taken, and nothing about one that went before it. */
const ofThisRequestOnly: ReadonlySet<string> = new Set(['not_sent', 'rate_limited', 'psp_unavailable']);
/** Nothing has left, for certain. */
const notSent: ReadonlySet<string> = new Set(['not_sent', 'rate_limited']);
/** After these another PSP may be tried where the rule lists them; after `not_sent` always, after the rest never. */
const listable: ReadonlySet<string> = new Set([
  'psp_unavailable',
  'rate_limited',
  'processor_error',
  'issuer_unavailable',
  'not_supported',
  'do_not_honor',
]);

export const createCallChecks = (facts: Facts): CallChecks => {
  const repeats = new Map<string, number>();
  /** How often the charge had been completed when the customer came back. */
  const returned = new Map<string, number>();
  const completed = new Map<string, number>();
  const completions = new Map<
    string,
    { readonly completing: number | undefined; readonly answers: string[] }
  >();
  const sent = new Map<string, number>();
  const lastOf = new Map<
    string,
    {
      readonly reference: string;
      readonly psp: string;
      readonly outcome: string;
      readonly tried: number;
      readonly stepped_up: boolean;
      /** What was wrong was said to be a detail of the customer’s. */
      readonly refuses_details?: boolean;
      readonly left_out: boolean;
    }
  >();

  const authorize = (process: Process, { psp, attempt }: PspCall, charge: Charge): void => {
    const name = `authorize ${attempt.reference} at ${psp}`;
    sent.set(attempt.reference, (sent.get(attempt.reference) ?? 0) + 1);
    if (process.kind !== 'confirm') facts.violate(6, `${name}: sent by ${process.kind}, which holds no card`);
    const first = (sent.get(attempt.reference) ?? 0) === 1;
    // A cancel by reference that was there first kills it on arrival.
    const fenced = facts.ledgers.get(psp)?.fenced.has(attempt.reference) === true;
    const current = charge.status === 'pending' && facts.sessions.get(charge.session)?.charge === charge.id;
    if (first && !current && !fenced)
      facts.violate(6, `${name}: its charge is ${charge.status} and not the one its session has open`);
    if (!first) return;
    if (facts.closed.get(process.id)?.has(psp)) facts.violate(7, `${name}: an operator has closed it`);
    if (!fenced && facts.sessions.get(charge.session)?.expired_at !== undefined)
      facts.violate(7, `${name}: its session was ended before`);
    for (const earlier of fenced ? [] : rivalsOf(facts, charge)) {
      if (!facts.firstSent.has(`authorize/${earlier.id}`) || facts.misjudged.has(earlier.id)) continue;
      // Its customer's approval went to another charge, under whose call the PSP may have completed it.
      if (facts.swapped.has(earlier.id)) continue;
      const payments = paymentsOf(facts, earlier);
      const withdrawn = payments.length > 0 && payments.every(({ status }) => status === 'canceled');
      if (!facts.notified.has(earlier.id) && !withdrawn)
        facts.violate(7, `${name}: nobody ever said no to ${earlier.id} at ${earlier.psp}`);
      if (payments.some((payment) => isLive(payment) && !payment.late))
        facts.violate(7, `${name}: ${earlier.id} has the money at ${earlier.psp}`);
    }
    failover(process, name, charge, attempt);
  };

  const failover = (process: Process, name: string, charge: Charge, { details }: Attempt): void => {
    const last = lastOf.get(process.id);
    const session = facts.sessions.get(charge.session);
    const steps_up = last?.outcome === 'authentication_required';
    const leaves_out = last?.refuses_details === true;
    lastOf.set(process.id, {
      reference: charge.id,
      psp: charge.psp,
      outcome: 'unknown',
      tried: (last?.tried ?? 0) + (steps_up || leaves_out ? 0 : 1),
      stepped_up: last?.stepped_up === true || steps_up,
      left_out: leaves_out || (last?.left_out === true && last.psp === charge.psp),
    });
    if (!session) return;
    const { failover, plan, plan_by_brand } = session.routing;
    if (
      ![plan, ...Object.values(plan_by_brand ?? {}).map((drawn) => drawn.plan)].some((drawn) =>
        drawn.includes(charge.psp),
      )
    )
      facts.violate(11, `${name}: the plan of its session does not name the PSP`);
    if (!last) return;
    if (leaves_out) {
      if (last.psp !== charge.psp)
        facts.violate(7, `${name}: ${last.psp} refused a detail of the customer’s, and not this PSP`);
      if (details?.customer?.email !== undefined || last.left_out)
        facts.violate(7, `${name}: details were refused, and are sent again`);
      return;
    }
    if (steps_up) {
      if (last.psp !== charge.psp)
        facts.violate(7, `${name}: ${last.psp} asked for authentication, and not this PSP`);
      if (last.stepped_up) facts.violate(7, `${name}: a challenge was asked for before in this confirm`);
      return;
    }
    const listed = listable.has(last.outcome) && failover.on.some((outcome) => outcome === last.outcome);
    if (last.outcome !== 'not_sent' && !listed)
      facts.violate(7, `${name}: after ${last.outcome} no other PSP may be tried`);
    if (last.tried >= failover.max_attempts) facts.violate(12, `${name}: more PSPs than the rule allows`);
  };

  /** What goes back goes back once: under another id only what no earlier one has taken or may yet take. */
  const sendsBack = (name: string, { id, amount }: Operation, charge: Charge): void => {
    const [payment] = paymentsOf(facts, charge);
    const earlier = payment?.operations.filter(
      ({ ours, status }) => ours?.startsWith('rv_') && ours !== id && status !== 'failed',
    );
    const taken = sum(earlier ?? [], ({ amount }) => amount);
    if (payment && taken > 0 && taken + amount > payment.captured)
      facts.violate(3, `${name}: ${amount} more, and ${taken} of ${payment.captured} are on their way back`);
  };

  const operate = ({ psp, kind, attempt, operation }: PspCall, charge: Charge): void => {
    if (!operation) return;
    const name = `${kind} ${operation.id} of ${attempt.reference}`;
    const known = recorded(charge, kind, operation.id);
    if (known === undefined) facts.violate(6, `${name}: not recorded before it is sent`);
    else if (known !== operation.amount)
      facts.violate(6, `${name}: ${operation.amount} sent, ${known} recorded`);
    if (charge.reversal?.id === operation.id) sendsBack(name, operation, charge);
    if (facts.firstSent.has(`${kind}/${operation.id}`) && !knowsKeys(facts, charge))
      facts.violate(6, `${name}: sent again, and ${psp} knows no keys`);
    const reference = attempt.psp_reference;
    if (
      reference !== undefined &&
      !paymentsOf(facts, { psp, id: attempt.reference }).some(({ id }) => id === reference)
    )
      facts.violate(4, `${name}: ${reference} is no payment of ${psp}`);
  };

  const timesCompleted = ({ id }: Charge): number => completed.get(id) ?? 0;

  return {
    called: (process, call) => {
      const { psp, kind, attempt, operation, timeout_ms } = call;
      const name = `${kind}/${operation?.id ?? attempt.reference}`;
      if (process.now() + timeout_ms > process.deadline - leastToSettle_ms)
        facts.violate(12, `${name}: ${timeout_ms} ms asked with ${process.deadline - process.now()} ms left`);
      const count = (repeats.get(`${process.id} ${name}`) ?? 0) + 1;
      repeats.set(`${process.id} ${name}`, count);
      if (count > mostRepeats) facts.violate(12, `${name}: sent ${count} times by one function`);
      const charge = facts.charges.get(attempt.reference);
      if (!charge) return facts.violate(6, `${name}: there is no charge ${attempt.reference}`);
      if (charge.psp !== psp) facts.violate(4, `${name} goes to ${psp}, the charge is held by ${charge.psp}`);
      if (
        charge.amount !== attempt.amount ||
        charge.currency !== attempt.currency ||
        charge.started !== attempt.started
      )
        facts.violate(6, `${name}: not as its charge was recorded`);
      if (kind === 'complete') {
        completed.set(charge.id, timesCompleted(charge) + 1);
        completions.set(process.id, {
          completing: charge.completing,
          answers: completions.get(process.id)?.answers ?? [],
        });
      }
      if (kind === 'authorize') authorize(process, call, charge);
      else operate(call, charge);
      if (!facts.firstSent.has(name)) facts.firstSent.set(name, facts.now());
    },
    answered: (process, { kind, attempt, operation, outcome, psp, amount, refuses_details }) => {
      const { reference } = attempt;
      if (kind === 'capture' && outcome === 'succeeded' && amount !== undefined)
        facts.received.set(`${process.id} ${operation?.id}`, amount);
      if (kind === 'complete') completions.get(process.id)?.answers.push(outcome);
      const last = lastOf.get(process.id);
      if (last?.reference === reference) lastOf.set(process.id, { ...last, outcome, refuses_details });
      if (kind !== 'authorize' && kind !== 'look_up' && kind !== 'fence' && kind !== 'complete') return;
      const alone = kind !== 'authorize' || sent.get(reference) === 1;
      if (!noNo.has(outcome) && (alone || !ofThisRequestOnly.has(outcome))) facts.notified.add(reference);
      if (outcome === 'absent' && isProof(facts, psp, reference)) facts.notified.add(reference);
    },
    webhook: (_, { reference, claim }) => {
      if (reference === undefined || (claim.about !== 'authorization' && claim.about !== 'fence')) return;
      if (!noNo.has(claim.result.outcome)) facts.notified.add(reference);
    },
    asked: (process, { returns, target, accounts = [] }) => {
      const charge = facts.charges.get(target);
      if (returns && charge?.status === 'requires_action' && accounts.includes(charge.psp))
        returned.set(process.id, timesCompleted(charge));
    },
    ended: (process, { target, status }) => {
      const completion = completions.get(process.id);
      const charge = facts.charges.get(target);
      const before = returned.get(process.id);
      if (status !== 200 || !charge) return;
      const claimed = charge.completing !== completion?.completing;
      if (
        completion?.answers.every((answer) => notSent.has(answer)) &&
        charge.status === 'pending' &&
        !claimed
      )
        facts.violate(9, `the completion of ${target} never left and is waited for`);
      const in_time = process.deadline - process.now() > longestCompletion_ms;
      // Another call that completes it meanwhile does for both, even if it reaches nobody.
      const waits = charge.status === 'requires_action' && timesCompleted(charge) === before;
      if (!completion && waits && in_time)
        facts.violate(9, `a customer came back from ${target}, and nothing was done with it`);
    },
  };
};

/** With less time than this a completion is not begun. */
const longestCompletion_ms = 20_000;

/** Attempts that must be over before this one: of its session, and of every session of its order. */
const rivalsOf = (facts: Facts, charge: Charge): readonly Charge[] => {
  const order = facts.sessions.get(charge.session)?.order;
  const sessions = order === undefined ? [charge.session] : [...(facts.byOrder.get(order) ?? [])];
  return sessions
    .flatMap((session) => [...(facts.bySession.get(session) ?? [])])
    .flatMap((id) => facts.charges.get(id) ?? [])
    .filter(({ id, started }) => id !== charge.id && started <= charge.started + 600_000);
};

/** Nothing was there although everything sent had had the time to arrive and to be shown. */
const isProof = (facts: Facts, _: string, reference: string): boolean =>
  (facts.flights.get(`authorize/${reference}`) ?? 0) === 0 ||
  facts.now() - (facts.firstSent.get(`authorize/${reference}`) ?? 0) > 60_000;

const recorded = (charge: Charge, kind: CallKind, id: string): number | undefined => {
  if (charge.reversal?.id === id) return charge.reversal.amount;
  switch (kind) {
    case 'refund':
      return charge.refunds[id]?.amount;
    case 'capture':
      return charge.capture?.id === id ? charge.capture.amount : undefined;
    case 'cancel':
      return charge.cancel?.id === id ? charge.cancel.amount : undefined;
    default:
      return undefined;
  }
};
