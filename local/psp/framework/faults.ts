import * as z from 'zod';
import { type CallName, callNames } from './simulated-psp.ts';

/**
 * `reset-*`: the connection is cut before or after the effect. `5xx` answers before the effect, `5xx-after` after it. `html`: the effect happens and
 * a web page comes back with status 200. `wrong-amount`: the effect is right, the amount in the answer is not. `late-effect`: the connection is cut
 * now and the effect happens `ms` later. `account-refused`: payments are refused before any effect, because of the account's settings. `decline`:
 * authorisations (or the calls named in `only`) are declined with the PSP's `code`.
 * `completion-refused`: a PSP whose payments we complete after 3-D Secure refuses that call with an error of this `code`, before any effect.
 * `details-refused`: calls that name the customer's address, e-mail or the like are refused before any effect, because of such a value.
 */
export const faultKinds = [
  'down',
  'slow',
  'reset-before',
  'reset-after',
  '5xx',
  '5xx-after',
  'rate-limit',
  'unauthorized',
  'account-refused',
  'html',
  'wrong-amount',
  'late-effect',
  'decline',
  'completion-refused',
  'details-refused',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export type Fault = {
  readonly kind: FaultKind;
  /** Milliseconds, for `slow` (default 3000) and `late-effect` (default 2000). */
  readonly ms?: number | undefined;
  readonly code?: string | undefined;
  /** Share of the calls to hit, 0 … 1; all if undefined. */
  readonly rate?: number | undefined;
  readonly only?: CallName | undefined;
};

export const takesCode = (kind: string): boolean => kind === 'decline' || kind === 'completion-refused';

const fault = z
  .strictObject({
    kind: z.enum(faultKinds),
    ms: z.int().min(0).max(600_000).optional(),
    code: z.string().min(1).max(100).optional(),
    rate: z.number().min(0).max(1).optional(),
    only: z.enum(callNames).optional(),
  })
  .refine(({ kind, rate, only }) => kind !== 'down' || (rate === undefined && only === undefined), {
    error: 'a PSP is down for every call: down takes neither rate nor only',
  })
  .refine(({ kind, ms }) => ms === undefined || kind === 'slow' || kind === 'late-effect', {
    error: 'only slow and late-effect take ms',
  })
  .refine(({ kind, code }) => takesCode(kind) === (code !== undefined), {
    error: 'decline and completion-refused, and nothing else, take a code of the PSP',
  });

const none = z.strictObject({ kind: z.literal('ok') }).transform((): Fault[] => []);
const one = fault.transform((only): Fault[] => [only]);
const several = z.array(fault).max(20);

/**
 * The admin endpoint's input: one fault, a list, or `{"kind":"ok"}` for none. The schema follows the input's form, so that problems are reported for
 * that one.
 */
const requestLike = (input: unknown) => {
  if (Array.isArray(input)) return several;
  return (input as { readonly kind?: unknown } | null)?.kind === 'ok' ? none : one;
};

export const readFaults = (
  input: unknown,
):
  | { readonly ok: true; readonly faults: readonly Fault[] }
  | { readonly ok: false; readonly message: string } => {
  const read = requestLike(input).safeParse(input);
  return read.success ? { ok: true, faults: read.data } : { ok: false, message: z.prettifyError(read.error) };
};

/** The first fault that applies to this call. `random` is drawn once for each fault with a rate, so that a seed reproduces a run. */
export const chooseFault = (
  faults: readonly Fault[],
  call: CallName,
  random: () => number,
): Fault | undefined => {
  for (const candidate of faults) {
    if (candidate.kind === 'down' || !appliesTo(candidate, call)) continue;
    if (candidate.rate === undefined || random() < candidate.rate) return candidate;
  }
  return undefined;
};

const appliesTo = ({ kind, only }: Fault, call: CallName): boolean => {
  if (only !== undefined) return only === call;
  if (kind === 'decline') return call === 'authorize';
  if (kind === 'completion-refused') return call === 'authenticate';
  if (kind === 'details-refused') return beforeThePayment.includes(call);
  if (kind === 'account-refused') return call === 'authorize' || call === 'tokenize';
  return !afterTheEffect.includes(kind) || moneyCalls.includes(call);
};

const beforeThePayment: readonly CallName[] = ['create', 'tokenize', 'authorize'];

/** A fault after the effect needs an effect: without `only`, it skips preparations and look-ups. */
const afterTheEffect: readonly FaultKind[] = ['reset-after', '5xx-after', 'late-effect'];
const moneyCalls: readonly CallName[] = ['authorize', 'capture', 'cancel', 'refund'];
