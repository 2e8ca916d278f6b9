import { readCount } from '../local/support/read-count.ts';
import { type CpuOfPayments, measureCpuPerPayment } from './support/measure-cpu-per-payment.ts';
import { printTable } from './support/print-table.ts';

const payments = readCount('BENCH_PAYMENTS', process.env.BENCH_PAYMENTS, 300);
/** For each processor and second. */
const least = 20;
/** Recovery looks once a minute whether anything is due: its share at this rate. */
const a_second = 10;

/**
 * The processor time that a payment takes, summed over all functions that it wakes: it is created, confirmed and paid at once, its PSP sends an event,
 * its records are read from the streams, and the merchant's endpoint gets its events.
 */
const report = ({ steps, look_ms }: CpuOfPayments): void => {
  const recovery = {
    name: `recover-charges, at ${a_second} a second`,
    calls: 0,
    cpu_ms: (look_ms * payments) / (60 * a_second),
  };
  const rows = [...steps, recovery];
  const together = rows.reduce((sum, { cpu_ms }) => sum + cpu_ms, 0) / payments;
  console.log(`${payments} payments after as many to warm up; processor time of the functions' process`);
  printTable(
    ['', 'calls each', 'milliseconds each'],
    [
      ...rows.map(({ name, calls, cpu_ms }) => [
        name,
        (calls / payments).toFixed(2),
        (cpu_ms / payments).toFixed(2),
      ]),
      ['together', '', together.toFixed(2)],
    ],
  );
  const rate = 1_000 / together;
  console.log(`${rate.toFixed(0)} payments for each second of a processor`);
  if (rate >= least) return;
  console.log(`missed: at least ${least}`);
  process.exitCode = 1;
};

report(await measureCpuPerPayment(payments));
