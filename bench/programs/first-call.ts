import { context } from '../support/payment-chain.ts';
import { recordCalls } from '../support/recorded-calls.ts';

/** The order for a fresh process, in `BENCH_FIRST_CALL`. `count`: count the outgoing calls, instead of only timing. */
export type FirstCallOrder = {
  readonly bundle: string;
  readonly event: unknown;
  readonly count: boolean;
};

/** Milliseconds of processor time, all threads together, and HTTP calls if they were counted. */
export type FirstCall = {
  readonly cpu_ms: number;
  readonly result: unknown;
  readonly calls: number;
};

/** A fresh process: imports a bundle and calls its handler once. The function's log is dropped; the last line of standard output is the result. */
const main = async (): Promise<void> => {
  const { bundle, event, count }: FirstCallOrder = JSON.parse(process.env.BENCH_FIRST_CALL ?? '');
  const print = process.stdout.write.bind(process.stdout);
  process.stdout.write = () => true;
  let timed: Omit<FirstCall, 'calls'> | undefined;
  const run = async (): Promise<void> => {
    timed = await firstCall(bundle, event);
  };
  const calls = count ? (await recordCalls({}, run)).length : 0;
  if (!count) await run();
  print(`${JSON.stringify({ ...timed, calls })}\n`, () => process.exit(0));
};

const firstCall = async (bundle: string, event: unknown): Promise<Omit<FirstCall, 'calls'>> => {
  const lambdaContext = context();
  const started = process.cpuUsage();
  const { handler } = await import(bundle);
  const result: unknown = await handler(event, lambdaContext);
  const { user, system } = process.cpuUsage(started);
  return { cpu_ms: (user + system) / 1_000, result: result ?? null };
};

await main();
