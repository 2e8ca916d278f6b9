import { type BookEntry, type Payment, type PspMode, pspModes } from '../model.ts';
import { PageProblem } from './call-service.ts';

export type PspModes = {
  readonly read: (psp: string) => Promise<PspMode | 'other' | null>;
  readonly set: (psp: string, mode: unknown) => Promise<void>;
  /** A payment's attempts in the PSPs' own books. */
  readonly books: (payment: Payment) => Promise<readonly BookEntry[]>;
};

type Fault = { readonly kind: string; readonly ms?: number; readonly only?: string };

const faults: Readonly<Record<PspMode, Fault>> = {
  normal: { kind: 'ok' },
  slow: { kind: 'slow', ms: 2_500 },
  down: { kind: 'down' },
  // The money moves and the answer never arrives: the case in which a router must not try another PSP.
  answers_lost: { kind: 'reset-after', only: 'authorize' },
};

/** The simulators' faults and books. `admin` is undefined if every PSP is elsewhere. */
export const createPspModes = (admin: string | undefined): PspModes => {
  const ask = async <T>(psp: string, what: string, body?: object): Promise<T | undefined> => {
    if (admin === undefined) return undefined;
    const response = await fetch(`${admin}/psps/${encodeURIComponent(psp)}/${what}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return response.ok ? ((await response.json()) as T) : undefined;
  };
  return {
    read: async (psp) => {
      const answer = await ask<{ readonly faults: readonly Fault[] }>(psp, 'faults');
      return answer === undefined ? null : modeOf(answer.faults);
    },
    set: async (psp, mode) => {
      const known = pspModes.find((candidate) => candidate === mode);
      if (known === undefined) throw new PageProblem(400, `mode: expected one of ${pspModes.join(', ')}.`);
      const done = await ask(psp, 'faults', faults[known]);
      if (done === undefined) throw new PageProblem(404, `${psp} is not a simulator on this machine.`);
    },
    books: async ({ routing }) => {
      const found = await Promise.all(
        [...new Set(routing.attempts.map(({ psp }) => psp))].map(async (psp) => {
          const ledger = await ask<{
            readonly payments: readonly (BookEntry & { readonly reference: string })[];
          }>(psp, 'ledger');
          const ours = ledger?.payments.filter(({ reference }) =>
            routing.attempts.some(({ charge }) => charge === reference),
          );
          return (ours ?? []).map(({ amount, currency, status, amount_captured }) => ({
            psp,
            amount,
            currency,
            status,
            amount_captured,
          }));
        }),
      );
      return found.flat();
    },
  };
};

const modeOf = ([fault, ...more]: readonly Fault[]): PspMode | 'other' => {
  if (fault === undefined) return 'normal';
  const mode = pspModes.find((candidate) => faults[candidate].kind === fault.kind);
  return mode === undefined || more.length > 0 ? 'other' : mode;
};
