import * as z from 'zod';
import type { LedgerPayment } from './ledger.ts';

/**
 * Acts on a payment at the PSP, outside its API. The merchant captures, voids or refunds it in the PSP's dashboard, its hold expires, its cardholder
 * disputes it, and the merchant wins or loses its newest dispute.
 */
export const dashboardActs = ['capture', 'void', 'refund', 'expire', 'dispute', 'win', 'lose'] as const;

/** `payment`: the PSP's own id. `amount`: ISO 4217 minor units, everything if undefined; `void`, `expire`, `win` and `lose` take none. */
export type DashboardAct = {
  readonly act: (typeof dashboardActs)[number];
  readonly payment: string;
  readonly amount?: number | undefined;
};

/** Why it cannot be done, for people; undefined if it was done. */
export type DashboardAnswer = string | undefined;

const shape = z
  .strictObject({
    act: z.enum(dashboardActs),
    payment: z.string().min(1),
    amount: z.int().min(1).optional(),
  })
  .refine(({ act, amount }) => amount === undefined || withAmount.has(act), {
    error: 'only capture, refund and dispute take an amount',
  });

const withAmount = new Set<string>(['capture', 'refund', 'dispute']);

/** The admin endpoint's input. `payment` may be the PSP's id or the merchant's reference, if only one payment has it. */
export const readDashboardAct = (
  input: unknown,
  payments: readonly LedgerPayment[],
): { readonly ok: true; readonly act: DashboardAct } | { readonly ok: false; readonly message: string } => {
  const read = shape.safeParse(input);
  if (!read.success) return { ok: false, message: z.prettifyError(read.error) };
  const { payment: named } = read.data;
  const [found, ...others] = payments.filter(({ id, reference }) => id === named || reference === named);
  if (found === undefined) return { ok: false, message: `no payment ${named}: the ledger lists them` };
  if (others.length > 0)
    return { ok: false, message: `${named} is the reference of several payments: give an id` };
  return { ok: true, act: { ...read.data, payment: found.id } };
};

/** Calls `change` with the requested amount, or else with everything that is left. Integers on the PSP's wire. */
export const within = (
  left: number,
  asked: number | undefined,
  change: (value: number) => void,
): DashboardAnswer => {
  const value = asked ?? left;
  if (value < 1 || value > left) return `only ${left} is left of it`;
  change(value);
  return undefined;
};
