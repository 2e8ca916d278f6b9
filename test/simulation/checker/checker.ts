import type { Charge } from '../../../lib/types/charge.ts';
import type { LogRecord } from '../../../lib/types/ports.ts';
import type { PspEvent } from '../../../lib/types/psp.ts';
import type { Session } from '../../../lib/types/session.ts';
import { canaries } from '../canaries.ts';
import type { OpenThing } from '../open-things.ts';
import type { Process } from '../process.ts';
import type { LedgerOperation, LedgerPayment } from '../psp/ledger.ts';
import { type Answered, type Asked, createAnswerChecks } from './check-answers.ts';
import { createCallChecks, type PspCall, type Received } from './check-calls.ts';
import { checkCharge } from './check-charge.ts';
import { checkEnd } from './check-end.ts';
import { checkOperation, checkPayment, checkRefundRefused, noteTakenBack } from './check-ledger.ts';
import { checkPair, checkSession } from './check-session.ts';
import { noteTruth } from './check-truth.ts';
import { createWriteChecks } from './check-writes.ts';
import type { Facts, Violation } from './facts.ts';

/** Told of everything that happens, in the order it happens. Shares no code with the engine. */
export type Checker = {
  readonly sessionStored: (session: Session | undefined) => void;
  readonly chargeStored: (charge: Charge | undefined) => void;
  readonly pairStored: (charge: Charge | undefined) => void;
  readonly ledgerPayment: (payment: LedgerPayment) => void;
  readonly ledgerOperation: (payment: LedgerPayment, operation: LedgerOperation) => void;
  /** The PSP has not enough left for a refund it was asked for. */
  readonly refundRefused: (payment: LedgerPayment, amount: number) => void;
  /** The merchant wants this refund although a dispute may take the same money. */
  readonly allowedOverDispute: (refund: string) => void;
  readonly captureTakenBack: (payment: LedgerPayment, operation: LedgerOperation) => void;
  /** A person has decided about a charge: that its attempt is dead, or what is not so. */
  readonly decidedByPerson: (reference: string) => void;
  readonly misjudged: (charge: string) => void;
  /** Recovery has left for so long what is due on it, although its PSP responds. */
  readonly leftDue: (charge: string, delay_ms: number) => void;
  /** A customer came back to another charge with what the bank said of this one. */
  readonly swapped: (charge: string) => void;
  /** The service knows, and from no person, that the charge's money is held or was taken in this payment. */
  readonly knows: (charge: string, payment: string) => boolean;
  /** The PSP is about to tell how it is with what a person decided wrongly. */
  readonly truthReported: (charge: string, thing: OpenThing) => void;
  readonly closed: (process: Process, psps: ReadonlySet<string>) => void;
  readonly closedFor: (process: Process) => ReadonlySet<string> | undefined;
  readonly called: (process: Process, call: PspCall & { readonly timeout_ms: number }) => void;
  readonly pspAnswered: (process: Process, call: PspCall & Received) => void;
  readonly inFlight: (what: string, change: 1 | -1) => void;
  /** When an attempt was first sent. */
  readonly firstCalled: (reference: string) => number | undefined;
  readonly webhookArrived: (psp: string, event: PspEvent) => void;
  readonly asked: (process: Process, asked: Asked) => void;
  readonly answered: (process: Process, answered: Answered) => void;
  readonly reported: (event: LogRecord) => void;
  readonly end: () => void;
  readonly violation: () => Violation | undefined;
  /** How often each event was reported. */
  readonly events: ReadonlyMap<string, number>;
};

/** It is known that the money is held, or was. */
const holding: ReadonlySet<Charge['status']> = new Set([
  'authorized',
  'capturing',
  'canceling',
  'captured',
  'canceled',
]);

export const createChecker = (facts: Facts): Checker => {
  const createdUnder = new Map<string, string>();
  const calls = createCallChecks(facts);
  const answers = createAnswerChecks(facts, createdUnder);
  const writes = createWriteChecks(facts);
  const events = new Map<string, number>();
  return {
    events,
    violation: facts.violation,
    sessionStored: (session) => {
      if (session?.creation && session.rev === 1) createdUnder.set(session.creation.key, session.id);
      if (session) writes.session(facts.sessions.get(session.id), session);
      checkSession(facts, session);
    },
    chargeStored: (charge) => {
      if (charge) writes.charge(facts.charges.get(charge.id), charge);
      checkCharge(facts, charge);
    },
    pairStored: (charge) => checkPair(facts, charge),
    ledgerPayment: (payment) => checkPayment(facts, payment),
    ledgerOperation: (payment, operation) => checkOperation(facts, payment, operation),
    allowedOverDispute: (refund) => void facts.overDispute.add(refund),
    refundRefused: (payment, amount) => checkRefundRefused(facts, payment, amount),
    captureTakenBack: (payment, operation) => noteTakenBack(facts, payment, operation),
    decidedByPerson: (reference) => void facts.notified.add(reference),
    misjudged: (charge) => void facts.misjudged.add(charge),
    knows: (id, payment) => {
      const charge = facts.charges.get(id);
      return charge?.psp_reference === payment && !charge.presumed && holding.has(charge.status);
    },
    leftDue: (charge, delay_ms) =>
      facts.violate(14, `charge ${charge} was due for ${delay_ms} ms while another PSP hung`),
    swapped: (charge) => void facts.swapped.add(charge),
    truthReported: (charge, thing) => noteTruth(facts, charge, thing),
    closed: (process, psps) => void facts.closed.set(process.id, psps),
    closedFor: ({ id }) => facts.closed.get(id),
    called: calls.called,
    pspAnswered: calls.answered,
    webhookArrived: calls.webhook,
    inFlight: (what, change) => void facts.flights.set(what, (facts.flights.get(what) ?? 0) + change),
    firstCalled: (reference) => facts.firstSent.get(`authorize/${reference}`),
    asked: (process, asked) => {
      if (process.kind === 'recover') facts.recoveries.set(process.id, process);
      answers.asked(process, asked);
      calls.asked(process, asked);
    },
    answered: (process, answered) => {
      answers.answered(process, answered);
      calls.ended(process, answered);
    },
    reported: (event) => {
      events.set(event.event, (events.get(event.event) ?? 0) + 1);
      for (const about of [event.charge, event.refund, event.operation])
        if (about) facts.reported.add(`${event.event}/${about}`);
      // The engine's own words for what the table says cannot be.
      if (event.event === 'invariant_broken' || event.event === 'impossible')
        facts.violate(0, `${event.event}: ${event.what} of charge ${event.charge}`);
      for (const value of Object.values(event))
        if (typeof value === 'string' && (value.includes(canaries.number) || value.includes(canaries.cvc)))
          facts.violate(13, `card data in event ${event.event}`);
    },
    end: () => checkEnd(facts),
  };
};
