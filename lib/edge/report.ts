import type { Report } from '../types/ports.ts';

/** One line of JSON on standard output for each event: CloudWatch's log, and the source of every metric. */
export const report: Report = (event) => {
  process.stdout.write(`${JSON.stringify({ at: new Date().toISOString(), ...event })}\n`);
};
