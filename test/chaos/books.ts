import type { DashboardAct } from '../../local/psp/framework/dashboard.ts';
import type { Ledger, LedgerPayment } from '../../local/psp/framework/ledger.ts';
import type { Refund } from '../../local/psp/framework/payment.ts';

export const psps = ['stripe', 'adyen', 'checkout_com'] as const;

/** What one PSP has of one charge: every payment that bears its id, however many there should not be. Minor units. */
export type Booked = {
  readonly payments: readonly LedgerPayment[];
  readonly refunds: readonly Refund[];
  readonly captured: number;
  readonly refunded: number;
  /** Held and not captured. */
  readonly held: number;
};

export type Books = {
  readonly of: (psp: string, charge: string) => Booked;
  /** Payments that hold or took money, as `psp reference`. */
  readonly withMoney: () => readonly string[];
};

export const readBooks = async (admin: string): Promise<Books> => {
  const ledgers = new Map<string, Ledger>();
  for (const psp of psps) ledgers.set(psp, (await get(`${admin}/psps/${psp}/ledger`)) as Ledger);
  return {
    of: (psp, charge) => {
      const ledger = ledgers.get(psp);
      const payments = ledger?.payments.filter(({ reference }) => reference === charge) ?? [];
      const ids = payments.map(({ id }) => id);
      return {
        payments,
        refunds: ledger?.refunds.filter(({ payment }) => ids.includes(payment)) ?? [],
        captured: sum(payments, ({ amount_captured }) => amount_captured),
        refunded: sum(payments, ({ amount_refunded }) => amount_refunded),
        held: sum(payments, heldOf),
      };
    },
    withMoney: () =>
      [...ledgers].flatMap(([psp, { payments }]) =>
        payments
          .filter((payment) => payment.amount_captured + heldOf(payment) > 0)
          .map(({ reference }) => `${psp} ${reference}`),
      ),
  };
};

/** Done at the PSP by hand. Whether it could be done. */
export const actAt = (admin: string, psp: string, act: DashboardAct): Promise<boolean> =>
  post(`${admin}/psps/${psp}/dashboard`, act);

export const setFaults = async (admin: string, faults: readonly object[]): Promise<void> => {
  for (const psp of psps)
    if (!(await post(`${admin}/psps/${psp}/faults`, faults))) throw new Error(`${psp}: faults refused`);
};

/** Events come in order at one PSP, twice at another, reversed at the third. */
export const mixWebhooks = async (admin: string): Promise<void> => {
  for (const [psp, mode] of [
    ['stripe', 'twice'],
    ['adyen', 'reordered'],
    ['checkout_com', 'normal'],
  ] as const)
    if (!(await post(`${admin}/psps/${psp}/webhooks`, { mode }))) throw new Error(`${psp}: ${mode} refused`);
};

/** Events that the service has not yet taken. A PSP goes on delivering for days, so what one has given up meanwhile is sent again. */
export const eventsUnderWay = async (admin: string): Promise<number> => {
  let waiting = 0;
  for (const psp of psps) {
    const url = `${admin}/psps/${psp}/webhooks`;
    const { events } = (await get(url)) as { readonly events: readonly { readonly state: string }[] };
    const states = events.map(({ state }) => state);
    if (states.includes('given_up')) await post(url, { redeliver: 'undelivered' });
    waiting += states.filter((state) => state !== 'delivered').length;
  }
  return waiting;
};

const heldOf = ({ status, amount_authorized, amount_captured }: LedgerPayment): number =>
  status === 'authorized' ? amount_authorized - amount_captured : 0;

const sum = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((total, one) => total + of(one), 0);

const get = async (url: string): Promise<unknown> => (await fetch(url)).json();

const post = async (url: string, body: unknown): Promise<boolean> =>
  (
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  ).ok;
