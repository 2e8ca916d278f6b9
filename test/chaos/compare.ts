import type { Ledger } from '../../local/psp/framework/ledger.ts';
import type { Outcome } from './take-payment.ts';
import type { Victim } from './victim.ts';

const psps = ['stripe', 'adyen', 'checkout_com'] as const;

type Session = {
  readonly id: string;
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
  readonly psp: string;
  readonly amount_captured: number;
  readonly amount_refunded: number;
};

/** What each PSP's ledger says against what the service answers, payment by payment. `wrong`: one line for each disagreement. */
export const compare = async (victim: Victim, admin: string, outcomes: readonly Outcome[]) => {
  const kept = new Map<string, { psp: string; captured: number; refunded: number; held: number }>();
  for (const psp of psps) {
    const ledger = (await (await fetch(`${admin}/psps/${psp}/ledger`)).json()) as Ledger;
    for (const payment of ledger.payments) {
      if (payment.reference === null) continue;
      const before = kept.get(`${psp} ${payment.reference}`) ?? { psp, captured: 0, refunded: 0, held: 0 };
      kept.set(`${psp} ${payment.reference}`, {
        psp,
        captured: before.captured + payment.amount_captured,
        refunded: before.refunded + payment.amount_refunded,
        held:
          before.held +
          (payment.status === 'authorized' ? payment.amount_authorized - payment.amount_captured : 0),
      });
    }
  }
  const wrong: string[] = [];
  const rows = Object.fromEntries(
    psps.map((psp) => [psp, { paid: 0, captured: 0, refunded: 0, returned: 0 }]),
  );
  const counts = { paid: 0, unpaid: 0, told_processing: 0, reversed: 0 };
  for (const outcome of outcomes) {
    const session = await get<Session>(victim, `/v1/checkout/sessions/${outcome.session}`);
    if (outcome.told === 'processing') counts.told_processing += 1;
    const paid = session.payment_status === 'paid';
    counts[paid ? 'paid' : 'unpaid'] += 1;
    if (outcome.told === 'paid' && !paid)
      wrong.push(`${session.id}: told paid, is ${session.payment_status}`);
    if (outcome.told === 'declined' && paid) wrong.push(`${session.id}: told declined, is paid`);
    if (!paid && session.payment_status !== 'unpaid')
      wrong.push(`${session.id}: ${session.payment_status} after healing`);
    for (const attempt of session.routing.attempts) {
      const money = kept.get(`${attempt.psp} ${attempt.charge}`) ?? { captured: 0, refunded: 0, held: 0 };
      const row = rows[attempt.psp];
      const net = money.captured - money.refunded;
      if (money.held > 0) wrong.push(`${attempt.charge}: ${money.held} still held at ${attempt.psp}`);
      if (paid && session.charge === attempt.charge) {
        const charge = await get<Charge>(victim, `/v1/charges/${attempt.charge}`);
        if (money.captured !== outcome.amount || charge.amount_captured !== outcome.amount)
          wrong.push(
            `${attempt.charge}: ${attempt.psp} captured ${money.captured}, the service says ${charge.amount_captured} of ${outcome.amount}`,
          );
        if (money.refunded !== charge.amount_refunded)
          wrong.push(
            `${attempt.charge}: ${attempt.psp} refunded ${money.refunded}, the service says ${charge.amount_refunded}`,
          );
        if (row) {
          row.paid += 1;
          row.captured += money.captured;
          row.refunded += money.refunded;
        }
      } else {
        if (net !== 0)
          wrong.push(
            `${attempt.charge}: ${attempt.psp} keeps ${net} for an attempt that the service does not count`,
          );
        if (row && money.captured > 0) row.returned += money.captured;
        if (attempt.reversed) counts.reversed += 1;
      }
    }
  }
  console.table([counts]);
  return { rows, wrong };
};

const get = async <T>({ base_url, api_key }: Victim, path: string): Promise<T> => {
  const response = await fetch(`${base_url}${path}`, { headers: { authorization: `Bearer ${api_key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};
