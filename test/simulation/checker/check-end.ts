import type { Charge, Session } from '../../../lib/types/records.ts';
import { isLive, type LedgerPayment } from '../psp/ledger.ts';
import { searchForCard } from './check-stored.ts';
import { type Facts, paymentsOf } from './facts.ts';

/** Once everything has healed: nothing is open without an alarm, and service and PSPs tell the same to the cent. */
export const checkEnd = (facts: Facts): void => {
  let seen = 0;
  for (const charge of facts.charges.values()) {
    if (seen++ % searched === 0) searchForCard(facts, charge);
    if (facts.poisoned.has(charge.session)) continue;
    if (isOpen(charge)) checkAlarm(facts, charge);
    else checkBooks(facts, charge);
    checkKeys(facts, charge);
  }
  for (const session of facts.sessions.values()) {
    if (seen++ % searched === 0) searchForCard(facts, session);
    if (!facts.poisoned.has(session.id)) checkSessionEnd(facts, session);
  }
  for (const ledger of facts.ledgers.values())
    for (const payments of ledger.payments.values())
      for (const payment of payments) checkKnown(facts, payment);
};

/** One in so many records is searched for card data: the search costs as much as the payment. */
const searched = 8;
const never = Number.POSITIVE_INFINITY;
/** A look further ahead than this is none: what waits for a person stays listed. */
const year_ms = 365 * 86_400_000;

const isOpen = ({ status, refunds, reversal }: Charge): boolean =>
  ['pending', 'requires_action', 'needs_review', 'capturing', 'canceling'].includes(status) ||
  (reversal !== undefined && reversal.status !== 'done') ||
  Object.values(refunds).some((refund) => refund.status === 'pending');

const checkAlarm = (facts: Facts, charge: Charge): void => {
  const name = `charge ${charge.id} at ${charge.psp} is ${charge.status}`;
  if (!facts.reported.has(`needs_review/${charge.id}`)) facts.violate(9, `${name} and nobody was told`);
  if ((charge.recover_at ?? never) < facts.now() + year_ms)
    facts.violate(14, `${name} and is still to be looked at`);
  const [payment, second] = paymentsOf(facts, charge);
  const unclear = payment?.mismatch === true || second !== undefined;
  if (charge.status === 'needs_review' && !unclear && facts.lookUps.has(charge.psp))
    facts.violate(9, `${name} although its PSP could be asked: it has ${payment?.status ?? 'nothing'}`);
};

const checkBooks = (facts: Facts, charge: Charge): void => {
  const payments = paymentsOf(facts, charge);
  const live = payments.filter(isLive);
  const name = `charge ${charge.id} at ${charge.psp} is ${charge.status}`;
  switch (charge.status) {
    case 'captured': {
      const captured = sum(payments, ({ captured }) => captured);
      const refunded = sum(payments, ({ refunded }) => refunded);
      const said = sum(Object.values(charge.refunds), ({ status, amount }) =>
        status === 'succeeded' ? amount : 0,
      );
      if (captured !== charge.amount_captured && !facts.reported.has(`capture_failed/${charge.id}`))
        facts.violate(2, `${name} with ${charge.amount_captured}, the PSP has ${captured}`);
      if (refunded !== said) facts.violate(2, `${name}: refunded ${said}, the PSP has ${refunded}`);
      if (payments.some(({ currency }) => currency !== charge.currency))
        facts.violate(2, `${name} in another currency`);
      return;
    }
    case 'authorized':
      if (live.length !== 1 || live[0]?.status !== 'authorized')
        facts.violate(2, `${name}, the PSP has ${payments[0]?.status}`);
      return;
    case 'canceled':
    case 'failed':
      // Money of another amount, taken for an attempt that was given up: nobody but a person can say what is to become of it.
      if (live.some(({ mismatch }) => mismatch) && facts.reported.has(`webhook_amount_mismatch/${charge.id}`))
        return;
      if (live.length > 0)
        facts.violate(charge.status === 'failed' ? 2 : 4, `${name}, the PSP has ${live[0]?.status}`);
      return;
    default:
      return;
  }
};

const sum = <Item>(items: readonly Item[], of: (item: Item) => number): number =>
  items.reduce((total, item) => total + of(item), 0);

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

const checkSessionEnd = (facts: Facts, session: Session): void => {
  for (const remembered of session.confirmations)
    if (!remembered.answer) facts.violate(5, `session ${session.id}: ${remembered.key} is in use for ever`);
  const attempts = [...(facts.bySession.get(session.id) ?? [])].flatMap((id) => facts.charges.get(id) ?? []);
  const live = attempts.filter(
    (charge) => paymentsOf(facts, charge).some(isLive) && !facts.reported.has(`needs_review/${charge.id}`),
  );
  if (live.length > 1)
    facts.violate(1, `session ${session.id} is paid at ${live.map(({ psp }) => psp).join(' and ')}`);
  if (attempts.length !== session.attempts.length)
    facts.violate(6, `session ${session.id} does not name all its attempts`);
};

const checkKnown = (facts: Facts, payment: LedgerPayment): void => {
  const charge = facts.charges.get(payment.reference);
  if (charge?.psp !== payment.psp)
    facts.violate(2, `payment ${payment.reference} at ${payment.psp} is nobody's`);
};
