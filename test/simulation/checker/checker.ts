import type { PaymentEvent } from '../../../lib/types/ports.ts';
import type { PspEvent } from '../../../lib/types/psp.ts';
import type { Charge, Session } from '../../../lib/types/records.ts';
import { canaries } from '../canaries.ts';
import type { Process } from '../process.ts';
import type { LedgerOperation, LedgerPayment } from '../psp/ledger.ts';
import { type Answered, type Asked, createAnswerChecks } from './check-answers.ts';
import { createCallChecks, type PspCall } from './check-calls.ts';
import { checkEnd } from './check-end.ts';
import { checkOperation, checkPayment } from './check-ledger.ts';
import { checkCharge, checkPair, checkSession } from './check-stored.ts';
import type { Facts, Violation } from './facts.ts';

/** Told of everything that happens, in the order it happens. Shares no code with the engine. */
export type Checker = {
  readonly sessionStored: (session: Session | undefined) => void;
  readonly chargeStored: (charge: Charge | undefined) => void;
  readonly pairStored: (charge: Charge | undefined) => void;
  readonly ledgerPayment: (payment: LedgerPayment) => void;
  readonly ledgerOperation: (payment: LedgerPayment, operation: LedgerOperation) => void;
  readonly called: (process: Process, call: PspCall & { readonly timeout_ms: number }) => void;
  readonly pspAnswered: (process: Process, call: PspCall & { readonly outcome: string }) => void;
  readonly inFlight: (what: string, change: 1 | -1) => void;
  /** When an attempt was first sent. */
  readonly firstCalled: (reference: string) => number | undefined;
  readonly webhookArrived: (psp: string, event: PspEvent) => void;
  readonly asked: (process: Process, asked: Asked) => void;
  readonly answered: (process: Process, answered: Answered) => void;
  readonly reported: (event: PaymentEvent) => void;
  readonly end: () => void;
  readonly violation: () => Violation | undefined;
  /** How often each event was reported. */
  readonly events: ReadonlyMap<string, number>;
};

export const createChecker = (facts: Facts): Checker => {
  const createdUnder = new Map<string, string>();
  const calls = createCallChecks(facts);
  const answers = createAnswerChecks(facts, createdUnder);
  const events = new Map<string, number>();
  return {
    events,
    violation: facts.violation,
    sessionStored: (session) => {
      if (session?.creation && session.rev === 1) createdUnder.set(session.creation.key, session.id);
      checkSession(facts, session);
    },
    chargeStored: (charge) => checkCharge(facts, charge),
    pairStored: (charge) => checkPair(facts, charge),
    ledgerPayment: (payment) => checkPayment(facts, payment),
    ledgerOperation: (payment, operation) => checkOperation(facts, payment, operation),
    called: calls.called,
    pspAnswered: calls.answered,
    webhookArrived: calls.webhook,
    inFlight: (what, change) => void facts.flights.set(what, (facts.flights.get(what) ?? 0) + change),
    firstCalled: (reference) => facts.firstSent.get(`authorize/${reference}`),
    asked: answers.asked,
    answered: answers.answered,
    reported: (event) => {
      events.set(event.event, (events.get(event.event) ?? 0) + 1);
      facts.reported.add(`${event.event}/${event.refund ?? event.charge}`);
      for (const value of Object.values(event))
        if (typeof value === 'string' && (value.includes(canaries.number) || value.includes(canaries.cvc)))
          facts.violate(13, `card data in event ${event.event}`);
    },
    end: () => checkEnd(facts),
  };
};
