import { faultKinds } from '../faults.ts';
import { deviation } from '../shares.ts';
import { hex } from './replay.ts';
import type { ManyResult } from './run-many.ts';

export const printSummary = ({ tally, seconds, failed }: ManyResult): void => {
  const row = (name: string, value: number | string): void =>
    console.log(`${name.padEnd(28)} ${String(value).padStart(12)}`);
  console.log('');
  row('seeds', tally.seeds);
  row('payments', tally.payments);
  row('events', tally.events);
  row('payments a second', seconds === 0 ? '-' : Math.round(tally.payments / seconds));
  console.log('\nfaults');
  for (const kind of faultKinds) row(`  ${kind}`, tally.faults[kind]);
  console.log('\nsessions at the end');
  for (const [end, count] of Object.entries(tally.ends).sort()) row(`  ${end}`, count);
  console.log('\nreported');
  for (const [event, count] of Object.entries(tally.reported).sort()) row(`  ${event}`, count);
  console.log('');
  row('shares, deviations off', deviation(tally.shares).toFixed(2));
  row('replay hash', hex(tally.hash));
  row('violations', failed ? 1 : 0);
};
