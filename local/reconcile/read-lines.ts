import type { Report, ReportLine } from './movement.ts';

/** The lines of a report that are about payments, and the number of others. An error names its line. */
export const linesOf = <Entry extends { readonly line: number }>(
  entries: readonly Entry[],
  read: (entry: Entry) => ReportLine | undefined,
): Report => {
  const lines = entries.flatMap((entry) => {
    try {
      return read(entry) ?? [];
    } catch (error) {
      throw new Error(`Line ${entry.line}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
  return { lines, others: entries.length - lines.length };
};
