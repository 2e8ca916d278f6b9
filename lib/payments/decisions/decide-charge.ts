import { withSteps } from '../../charge/charge-steps.ts';
import { ApiError } from '../../types/api-error.ts';
import type { Charge, Decision } from '../../types/charge.ts';
import { defined } from '../../types/defined.ts';
import { type OpenThing, openThings } from '../../types/open-things.ts';
import type { QuietRecord } from '../../types/ports.ts';
import type { Idempotency, Result } from '../../types/result.ts';
import { knownUnder } from '../../types/seen-before.ts';
import type { Step } from '../../types/step.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Change, changeCharge, type Records } from '../records/change-charge.ts';
import { readRecords } from '../records/read-records.ts';
import { chargeResult, type Memory } from '../records/remember.ts';
import { changeBy } from '../reports/apply.ts';
import { retryWaiting } from '../webhooks/take-event.ts';
import { type Decided, settleDecision } from './settle-decision.ts';

export type DecideCommand = Decided &
  Pick<Decision, 'note' | 'by'> & {
    readonly charge: string;
    /** The capture, cancel, refund or reversal to decide. If undefined: the attempt, or the only item that needs review. */
    readonly operation?: string;
    /** The charge revision that the person saw. */
    readonly revision: number;
    readonly idempotency?: Idempotency;
  };

/** Decisions kept per charge. */
const maxDecisions = 20;

const decisionsOf: Memory = {
  of: ({ decisions = [] }) => decisions.map(({ remembered }) => remembered),
  keep: ({ decisions = [], ...charge }, stored) => ({
    ...charge,
    decisions: decisions.map((decision) =>
      decision.remembered?.key === stored.key ? { ...decision, remembered: stored } : decision,
    ),
  }),
};

/**
 * Settles an item in need of review as a person decides, and records who and why. This is an intent: a later fact that contradicts it counts, and
 * raises an alarm. While recovery still works on an item, it cannot be decided.
 */
export const decideCharge = async (ports: PaymentPorts, command: DecideCommand): Promise<Result> => {
  const { outcome: seen, records } = await changeCharge(
    ports,
    await readRecords(ports, command.charge, 'id'),
    (current) => record(ports, current, command),
  );
  if ('replay' in seen) return seen;
  const { charge } = seen.open ? await settleDecision(ports, records, seen.open, command) : records;
  const psp = ports.psps.connect(charge.psp);
  // A PSP that can be asked is asked by recovery.
  const decided = psp && !psp.lookUp ? await retryWaiting(ports, psp, charge) : charge;
  return chargeResult(ports, decided, command.idempotency, decisionsOf);
};

/** `open`: the item left to settle. */
type Recorded = Extract<Result, { readonly replay: unknown }> | { readonly open: OpenThing | undefined };

/** The decision is written together with its effect on the attempt, capture or cancel; a refund or reversal follows. */
const record = (ports: PaymentPorts, records: Records, command: DecideCommand): Change<Recorded> => {
  const { charge } = records;
  const begun = findBegun(charge, command);
  if (begun) return { outcome: begun };
  if (charge.rev !== command.revision)
    throw new ApiError(
      'version_conflict',
      `revision: the charge is at ${charge.rev}, and this was decided on ${command.revision}. Read it again.`,
      { param: 'revision' },
    );
  const thing = thingOf(charge, command.operation);
  refuseOutcome(charge, thing, command);
  const decisions = [...(charge.decisions ?? []), decisionOn(ports, thing, command)].slice(-maxDecisions);
  const isAttempt = thing.kind === 'attempt';
  const change = isAttempt ? attemptChange(ports, records, command) : { charge, outcome: undefined };
  const { outcome: code, by } = command;
  const steps: readonly Step[] = isAttempt ? [{ at_ms: ports.clock.now(), what: 'decided', code, by }] : [];
  const decided: QuietRecord = {
    event: 'decided_by_person',
    charge: charge.id,
    session: charge.session,
    psp: charge.psp,
    kind: thing.kind,
    operation: thing.id,
    outcome: command.outcome,
    by: command.by,
  };
  return {
    ...change,
    charge: { ...withSteps(change.charge ?? charge, steps), decisions },
    logs: [...(change.logs ?? []), decided],
    outcome: { open: isAttempt ? undefined : thing },
  };
};

const decisionOn = (
  { clock }: PaymentPorts,
  { id }: OpenThing,
  { outcome, amount, note, by, idempotency }: DecideCommand,
): Decision => ({
  operation: id,
  outcome,
  ...defined({ amount }),
  note,
  by,
  at: Math.floor(clock.now() / 1000),
  ...(idempotency ? { remembered: idempotency } : {}),
});

/** The same call before: its response, or the item that it left to settle when it died. */
const findBegun = (charge: Charge, { idempotency }: DecideCommand): Recorded | undefined => {
  const known = knownUnder(decisionsOf.of(charge), idempotency);
  if (!known) return undefined;
  if (known.answer) return { replay: known.answer, first: false };
  const begun = charge.decisions?.find(({ remembered }) => remembered === known);
  return { open: openThings(charge).find(({ id }) => id === begun?.operation) };
};

/** The outcomes allowed for each kind. */
const allowedOutcomes: Readonly<Record<OpenThing['kind'], readonly Decision['outcome'][]>> = {
  attempt: ['captured', 'succeeded', 'canceled', 'failed', 'absent'],
  capture: ['captured', 'succeeded', 'failed', 'absent'],
  cancel: ['canceled', 'succeeded', 'failed', 'absent'],
  reversal: ['canceled', 'succeeded', 'failed', 'absent'],
  refund: ['succeeded', 'failed', 'absent'],
};

/** The outcomes that an amount can belong to. With any other, the person means something else than what would be recorded. */
const hasAmount: Readonly<Record<OpenThing['kind'], readonly Decision['outcome'][]>> = {
  attempt: ['captured'],
  capture: ['captured', 'succeeded'],
  cancel: [],
  reversal: ['canceled', 'succeeded'],
  refund: allowedOutcomes.refund,
};

const refuseOutcome = (charge: Charge, { kind, id }: OpenThing, { outcome, amount }: DecideCommand): void => {
  if (!allowedOutcomes[kind].includes(outcome))
    throw new ApiError(
      'parameter_invalid',
      `outcome: expected one of ${allowedOutcomes[kind].join(', ')} for a ${kind}, received ${outcome}.`,
      { param: 'outcome' },
    );
  if (amount !== undefined) refuseAmount(charge, { kind, id }, outcome, amount);
};

const refuseAmount = (
  charge: Charge,
  { kind, id }: Pick<OpenThing, 'kind' | 'id'>,
  outcome: Decision['outcome'],
  amount: number,
): void => {
  if (!hasAmount[kind].includes(outcome))
    throw new ApiError(
      'parameter_invalid',
      `amount: expected none for the outcome ${outcome} of this ${kind}, received ${amount}.`,
      { param: 'amount' },
    );
  const { capture, refunds, reversal } = charge;
  if (kind === 'capture' && outcome === 'captured') requireReported(amount, charge);
  else if (kind === 'capture') requireAtMost(amount, capture?.amount ?? charge.amount);
  if (kind === 'reversal' && reversal?.by === 'refund') requireAtMost(amount, reversal.amount);
  if (kind === 'reversal' && reversal?.by === 'cancel') requireWhole(amount, reversal.amount);
  if (kind === 'refund') requireWhole(amount, refunds[id]?.amount);
};

const thingOf = (charge: Charge, operation: string | undefined): OpenThing => {
  const waiting = openThings(charge).filter(({ needs_review }) => needs_review);
  const [first, second] = waiting;
  if (!first)
    throw new ApiError(
      'charge_not_decidable',
      `Charge ${charge.id} is ${charge.status}, and nothing on it waits for a person.`,
      { param: 'id' },
    );
  const only = second ? undefined : first;
  const named = operation === undefined ? only : waiting.find(({ id }) => id === operation);
  if (!named)
    throw new ApiError(
      'parameter_invalid',
      `operation: expected one that needs review (${waiting.map(({ id }) => id).join(', ')}).`,
      { param: 'operation' },
    );
  return named;
};

const attemptChange = (
  ports: PaymentPorts,
  records: Records,
  { outcome, amount, psp_reference }: DecideCommand,
): Change<unknown> => {
  const { charge } = records;
  const known = defined({ psp_reference });
  switch (outcome) {
    case 'captured':
    case 'succeeded': {
      if (charge.psp_reference === undefined && psp_reference === undefined)
        throw missingParameter('psp_reference');
      refuseAnother(charge, psp_reference);
      const captured = outcome === 'succeeded' ? 0 : requireAtMost(amount ?? charge.amount, charge.amount);
      return changeBy(ports, records, 'decided_taken', { amount_captured: captured, ...known });
    }
    case 'canceled':
      return changeBy(ports, records, 'decided_gone', { outcome: 'canceled' });
    case 'failed':
    case 'absent':
      return changeBy(ports, records, 'decided_gone', { outcome: 'absent' });
    default:
      return outcome satisfies never;
  }
};

/** Another payment is identified only by its PSP's id: refunds and cancels go to the payment with that id. */
const refuseAnother = ({ id, other_payment_of, psp_reference: known }: Charge, given = known): void => {
  if (other_payment_of === undefined || given === known) return;
  throw new ApiError(
    'parameter_invalid',
    `psp_reference: charge ${id} records the payment ${known}, received another. Leave it out.`,
    { param: 'psp_reference' },
  );
};

const missingParameter = (param: string): ApiError =>
  new ApiError('parameter_missing', `${param}: expected the payment provider's id for it.`, { param });

const requireAtMost = (amount: number, most: number): number => {
  if (amount <= most) return amount;
  throw new ApiError('parameter_invalid', `amount: expected at most ${most}, received ${amount}.`, {
    param: 'amount',
  });
};

/** Everything captured so far includes what the PSP has reported. */
const requireReported = (total: number, { amount, amount_captured }: Charge): void => {
  if (requireAtMost(total, amount) >= amount_captured) return;
  throw new ApiError(
    'parameter_invalid',
    `amount: expected at least ${amount_captured}, which the payment provider has reported as captured, received ${total}.`,
    { param: 'amount' },
  );
};

/** A refund or void covers its whole amount or none of it. */
const requireWhole = (amount: number, expected: number | undefined): void => {
  if (amount === expected) return;
  throw new ApiError('parameter_invalid', `amount: expected ${expected}, or none, received ${amount}.`, {
    param: 'amount',
  });
};
