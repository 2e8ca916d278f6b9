import { type Booked, psps, readBooks } from './books.ts';
import type { Operation } from './courses.ts';
import type { Outcome } from './take-payment.ts';
import type { Victim } from './victim.ts';

type Session = {
  readonly id: string;
  readonly status: string;
  readonly payment_status: string;
  readonly charge: string | null;
  readonly routing: {
    readonly attempts: readonly {
      readonly charge: string;
      readonly psp: string;
      readonly reversed?: boolean;
    }[];
  };
};
type Charge = {
  readonly id: string;
  readonly status: string;
  readonly amount_captured: number;
  readonly amount_refunded: number;
  readonly amount_refundable: number;
  readonly refunds: readonly { readonly id: string; readonly amount: number; readonly status: string }[];
  readonly reversal?: { readonly status: string };
};

/** What each PSP's books say against what the service answers, payment by payment. `wrong`: one line for each disagreement. */
export const compare = async (victim: Victim, admin: string, outcomes: readonly Outcome[]) => {
  const books = await readBooks(admin);
  const unexplained = new Set(books.withMoney());
  const wrong: string[] = [];
  const rows = Object.fromEntries(
    psps.map((psp) => [psp, { charges: 0, captured: 0, refunded: 0, held: 0, returned: 0 }]),
  );
  const counts: Record<string, number> = {};
  const count = (what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  for (const outcome of outcomes) {
    const session = await get<Session>(victim, `/v1/checkout/sessions/${outcome.session}`);
    count(session.payment_status);
    for (const problem of sessionProblems(outcome, session)) wrong.push(`${session.id}: ${problem}`);
    for (const attempt of session.routing.attempts) {
      unexplained.delete(`${attempt.psp} ${attempt.charge}`);
      const booked = books.of(attempt.psp, attempt.charge);
      const charge = await get<Charge>(victim, `/v1/charges/${attempt.charge}`);
      const counts = session.charge === attempt.charge;
      const problems = counts
        ? [...chargeProblems(session, charge, booked), ...reportProblems(outcome.operations, charge)]
        : givenUpProblems(attempt.reversed === true, charge, booked);
      for (const problem of problems) wrong.push(`${charge.id} at ${attempt.psp}: ${problem}`);
      const row = rows[attempt.psp];
      if (!row) continue;
      if (counts) {
        row.charges += 1;
        row.captured += booked.captured;
        row.refunded += booked.refunded;
        row.held += booked.held;
      } else row.returned += booked.captured;
      if (attempt.reversed) count('reversed attempts');
    }
  }
  for (const payment of unexplained) wrong.push(`${payment}: money for which the service has no attempt`);
  console.table([counts]);
  return { rows, wrong };
};

/** What a client was told stays true. */
const sessionProblems = (
  { reported: notified, expired }: Outcome,
  { status, payment_status }: Session,
): string[] => {
  const ends: readonly string[] = {
    paid: ['paid'],
    authorized: ['authorized', 'paid', 'canceled'],
    processing: ['unpaid', 'authorized', 'paid', 'canceled'],
    refused: ['unpaid'],
  }[notified];
  return [
    ...(ends.includes(payment_status) ? [] : [`told ${notified}, is ${payment_status}`]),
    ...(expired && (status !== 'expired' || payment_status !== 'unpaid')
      ? [`ended by the merchant, is ${status} and ${payment_status}`]
      : []),
  ];
};

/** The charge that counts: the same amounts as in the books, and each refund by itself. */
const chargeProblems = (session: Session, charge: Charge, booked: Booked): string[] => {
  const problems: string[] = [];
  const same = (what: string, ours: unknown, theirs: unknown): void => {
    if (ours !== theirs) problems.push(`${what} is ${ours} here and ${theirs} in the books`);
  };
  same('captured', charge.amount_captured, booked.captured);
  same('refunded', charge.amount_refunded, booked.refunded);
  same('refundable', charge.amount_refundable, booked.captured - booked.refunded);
  same('the state', charge.status, stateOf(booked));
  same('the refunds', listed(charge.refunds), listed(booked.refunds));
  const payment_status = charge.status === 'captured' ? 'paid' : charge.status;
  if (session.payment_status !== payment_status)
    problems.push(`the session is ${session.payment_status}, its charge ${charge.status}`);
  return problems;
};

const stateOf = ({ captured, held }: Booked): string => {
  if (captured > 0) return 'captured';
  return held > 0 ? 'authorized' : 'canceled';
};

const listed = (refunds: readonly { readonly amount: number; readonly status: string }[]): string =>
  refunds
    .filter(({ status }) => status !== 'failed')
    .map(({ amount, status }) => `${amount} ${status}`)
    .sort()
    .join(', ');

/** An attempt that came to nothing keeps nothing, and tells of money that it had. */
const givenUpProblems = (reversed: boolean, charge: Charge, booked: Booked): string[] => [
  ...(charge.status === 'failed' ? [] : [`given up, but ${charge.status}`]),
  ...(booked.captured === booked.refunded ? [] : [`${booked.captured - booked.refunded} kept`]),
  ...(booked.held === 0 ? [] : [`${booked.held} still held`]),
  ...(booked.captured > 0 && (!reversed || charge.reversal?.status !== 'done')
    ? ['money came and went, and nobody is told']
    : []),
];

/** What the answer to an operation said of its end is so. */
const reportProblems = (operations: readonly Operation[], charge: Charge): string[] =>
  operations.flatMap(({ kind, reported: { status, body } }) => {
    if (status !== 200) return [];
    const end = String(body.status);
    if (kind === 'refund') {
      const refund = charge.refunds.find(({ id }) => id === body.id);
      const isSo = refund && (end === 'pending' || refund.status === end);
      return isSo ? [] : [`refund ${body.id} was told ${end}, is ${refund?.status}`];
    }
    const isOpen = end === 'capturing' || end === 'canceling';
    return isOpen || end === charge.status ? [] : [`${kind} was told ${end}, is ${charge.status}`];
  });

const get = async <T>({ base_url, api_key }: Victim, path: string): Promise<T> => {
  const response = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${api_key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};
