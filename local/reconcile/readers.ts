import { simulators } from '../psp/simulators.ts';
import type { ReadReport } from './movement.ts';

/** The reader of each PSP's report, by the PSP's id in the registry. */
export const readers: ReadonlyMap<string, ReadReport> = new Map(
  simulators.map(({ id, readReport }) => [id, readReport]),
);
