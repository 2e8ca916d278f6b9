import type { Revised } from '../types/records.ts';

/** The record's next revision, named after the invocation that writes it. */
export const revise = <R extends Revised>(record: R, changes: Partial<R>, invocation: string): R => ({
  ...record,
  ...changes,
  rev: record.rev + 1,
  write: `${invocation}.${record.rev + 1}`,
});
