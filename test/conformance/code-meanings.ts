import type { Outcome } from '../../lib/types/outcome.ts';
import type { PspSubject } from './psp-subject.ts';

export const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Each code by what the PSP calls it, with its outcome. */
export const meaningsOf = ({
  codes: { means },
}: PspSubject): readonly (readonly [called: string, outcome: Outcome])[] =>
  Object.entries(means).flatMap(([outcome, names]) =>
    names.map((called) => [called, outcome as Outcome] as const),
  );

/** Codes that the PSP gives no name. */
export const nameless = (codes: readonly string[]): PspSubject['codes']['published'] =>
  codes.map((code) => [code, code]);
