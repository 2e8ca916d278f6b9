import type { Charge } from '../../../lib/types/charge.ts';
import type { Session } from '../../../lib/types/session.ts';
import { openThings } from '../open-things.ts';
import { isLive, type LedgerOperation, type LedgerPayment } from '../psp/ledger.ts';
import { checkBooks, isLeftToPerson } from './check-books.ts';
import { type Facts, hasLookUp, knowsKeys, paymentsOf } from './facts.ts';
import { searchForCard } from './search-for-card.ts';

/** It changed nothing, and the PSP said so in no answer that arrived and in no event. */
const neverReported = ({ status, withheld }: LedgerOperation): boolean =>
  status === 'failed' && withheld === true;

/** Once everything has healed: nothing is open without an alarm, and service and PSPs tell the same to the cent. */
export const checkEnd = (facts: Facts): void => {
  let seen = 0;
  for (const charge of facts.charges.values()) {
    if (seen++ % searched === 0) searchForCard(facts, charge);
    if (facts.poisoned.has(charge.session)) continue;
    if (openThings(charge).length > 0) checkAlarm(facts, charge);
    else {
      checkBooks(facts, charge);
      if ((charge.recover_at ?? 0) > facts.now() + year_ms)
        facts.violate(
          14,
          `charge ${charge.id} is ${charge.status}, nothing is open, and it is listed for ever`,
        );
    }
    checkKeys(facts, charge);
  }
  for (const session of facts.sessions.values()) {
    if (seen++ % searched === 0) searchForCard(facts, session);
    if (!facts.poisoned.has(session.id)) checkSessionEnd(facts, session);
  }
  for (const alarm of facts.alarms)
    if (!facts.reported.has(alarm)) facts.violate(9, `nobody was told: ${alarm}`);
  for (const sessions of facts.byOrder.values()) checkOrderEnd(facts, sessions);
  for (const ledger of facts.ledgers.values())
    for (const payments of ledger.payments.values())
      for (const payment of payments) checkKnown(facts, payment);
};

/** One in so many records is searched for card data: the search costs as much as the payment. */
const searched = 8;
/** A look further ahead than this is none: what waits for a person stays listed. */
const year_ms = 365 * 86_400_000;

/** Whatever nobody could find out is shown to a person, and is something that could not be found out. */
const checkAlarm = (facts: Facts, charge: Charge): void => {
  const name = `charge ${charge.id} at ${charge.psp} is ${charge.status}`;
  if (!facts.reported.has(`needs_review/${charge.id}`)) facts.violate(9, `${name} and nobody was told`);
  if ((charge.recover_at ?? 0) < facts.now() + year_ms)
    facts.violate(14, `${name} and is still to be looked at`);
  const payments = paymentsOf(facts, charge);
  const unclear =
    payments.length > 1 ||
    payments.some(({ mismatch, unreadable_until }) => mismatch || unreadable_until !== undefined);
  for (const { kind, operation, needs_review } of openThings(charge)) {
    const what = `${name}: its ${kind} ${operation ?? ''}`;
    if (!needs_review) facts.violate(9, `${what} is open and needs no review`);
    if (operation !== undefined && charge.decisions?.some((decision) => decision.operation === operation))
      facts.violate(9, `${what} is open, and a person had decided it`);
    const known = payments.flatMap(({ operations }) => operations).filter(({ ours }) => ours === operation);
    const stuck = known.some(({ status }) => status === 'pending');
    // Of one that was accepted, or is for a part, nobody can be asked, and what it captured may be told still.
    const { status, amount = 0 } = charge.capture ?? {};
    const awaited = (status === 'accepted' || amount < charge.amount) && !hasLookUp(facts, charge.psp);
    // Beside what others have captured, no look tells whether one that was accepted has failed.
    const hidden = kind === 'capture' && charge.capture?.status === 'accepted' && charge.amount_captured > 0;
    if (kind === 'capture' && charge.hold !== undefined && charge.amount_captured === 0 && !stuck && !awaited)
      facts.violate(9, `${what} is open, and its hold is gone`);
    if (
      hasLookUp(facts, charge.psp) &&
      !unclear &&
      !stuck &&
      !hidden &&
      !(known.every(neverReported) && !knowsKeys(facts, charge))
    )
      facts.violate(
        9,
        `${what} is open although its PSP could be asked: ${payments[0]?.status ?? 'nothing'}`,
      );
  }
};

/** Whoever asked under a key can be answered: no key stays in use for ever. */
const checkKeys = (facts: Facts, charge: Charge): void => {
  const asked = [
    charge.capture?.remembered,
    charge.cancel?.remembered,
    ...Object.values(charge.refunds).map(({ remembered }) => remembered),
  ];
  for (const remembered of asked)
    if (remembered && !remembered.answer)
      facts.violate(5, `charge ${charge.id}: ${remembered.key} is in use for ever`);
};

const attemptsOf = (facts: Facts, session: string): readonly Charge[] =>
  [...(facts.bySession.get(session) ?? [])].flatMap((id) => facts.charges.get(id) ?? []);

const checkSessionEnd = (facts: Facts, session: Session): void => {
  for (const remembered of session.confirmations)
    if (!remembered.answer) facts.violate(5, `session ${session.id}: ${remembered.key} is in use for ever`);
  const attempts = attemptsOf(facts, session.id);
  const live = attempts.filter(
    (charge) =>
      paymentsOf(facts, charge).some(isLive) &&
      !facts.reported.has(`needs_review/${charge.id}`) &&
      !(charge.status === 'failed' && isLeftToPerson(facts, charge)),
  );
  if (live.length > 1)
    facts.violate(1, `session ${session.id} is paid at ${live.map(({ psp }) => psp).join(' and ')}`);
  if (attempts.length !== session.attempts.length)
    facts.violate(6, `session ${session.id} does not name all its attempts`);
};

/** One session of an order that is paid once holds or took the money, whatever was refunded since. */
const checkOrderEnd = (facts: Facts, sessions: ReadonlySet<string>): void => {
  const paid = [...sessions]
    .filter((session) => !facts.poisoned.has(session))
    .flatMap((session) => attemptsOf(facts, session))
    .filter(({ status }) => ['authorized', 'capturing', 'canceling', 'captured'].includes(status));
  if (paid.length > 1)
    facts.violate(1, `one order was paid by ${paid.map(({ id, psp }) => `${id} at ${psp}`).join(' and ')}`);
};

const checkKnown = (facts: Facts, payment: LedgerPayment): void => {
  const { reference, psp, bears } = payment;
  if (facts.charges.get(reference)?.psp === psp || facts.poisoned.has(payment.session)) return;
  // A second payment of which nothing was told is nobody's to know; what could not be made sure of has been shown to a person.
  const left =
    bears !== undefined &&
    (!isLive(payment) || payment.unreported || facts.reported.has(`webhook_not_believed/${bears}`));
  if (!left) facts.violate(2, `payment ${reference} at ${psp} is nobody's`);
};
