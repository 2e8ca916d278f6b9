import { fileURLToPath } from 'node:url';
import type { OwnTimes } from './programs/own-time.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './support/api.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { measureInChild } from './support/measure-in-child.ts';
import { type Step, stepNames, steps } from './support/payment-chain.ts';
import { printTable } from './support/print-table.ts';
import { readStripeKey } from './support/read-stripe-key.ts';
import { setWebhooks } from './support/set-webhooks.ts';
import { type MeasuredService, startService } from './support/start-service.ts';
import { median, percentile } from './support/statistics.ts';

const allowed_ratio = 1.25;
/** Payments that take each step together before the other side's turn comes. */
const batch = 20;
const warm_up = 25;
const rounds = 100;

const byHand: Readonly<Record<Step, string>> = {
  create: import.meta.resolve('./by-hand/create.ts'),
  retrieve: import.meta.resolve('./by-hand/retrieve.ts'),
  confirm: import.meta.resolve('./by-hand/confirm.ts'),
  refund: import.meta.resolve('./by-hand/refund.ts'),
};

/** The service's own time: each step of a payment against a handler written by hand that makes the same DynamoDB and PSP calls. */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  try {
    for (const step of stepNames) {
      bundle(`functions/${steps[step]}.ts`, `${folder.path}/service/${steps[step]}/index.mjs`, 'deployed');
      bundle(fileURLToPath(byHand[step]), `${folder.path}/by-hand/${step}/index.mjs`, 'deployed');
    }
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(connectApi(service));
    report(await measure(service, folder.path));
  } finally {
    await service.stop();
    folder.remove();
  }
};

const measure = async (service: MeasuredService, folder: string): Promise<OwnTimes> =>
  measureInChild(new URL('programs/own-time.ts', import.meta.url), {
    ...service.environment,
    BENCH_FOLDER: folder,
    BENCH_API_KEY: service.api_key,
    BENCH_STRIPE_URL: service.psps[measuredPsp] ?? '',
    BENCH_STRIPE_KEY: await readStripeKey(service.environment),
    BENCH_BATCH: String(batch),
    BENCH_WARM_UP: String(warm_up),
    BENCH_ROUNDS: String(rounds),
  });

const report = ({ service, by_hand }: OwnTimes): void => {
  const rows = stepNames.map((step) => rowOf(step, service.map(of(step)), by_hand.map(of(step))));
  console.log(
    `One call at a time, ${rounds} rounds of ${batch} payments on each side in turns, after ${warm_up} such rounds; milliseconds`,
  );
  printTable(
    ['', 'p50', 'p99', 'by hand p50', 'p99', 'ratio of p50'],
    rows.map(({ cells }) => cells),
  );
  const missed = rows.filter(({ ratio }) => ratio > allowed_ratio);
  for (const { step, ratio } of missed)
    console.log(`missed: ${step} is at ${ratio.toFixed(2)}, the target is ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const of = (step: Step) => (times: Readonly<Record<Step, number>>) => times[step];

const rowOf = (step: Step, service: readonly number[], by_hand: readonly number[]) => {
  const ratio = median(service) / median(by_hand);
  const figures = [service, by_hand].flatMap((times) => [median(times), percentile(times, 0.99)]);
  return { step, ratio, cells: [step, ...figures.map((ms) => ms.toFixed(2)), ratio.toFixed(2)] };
};

await main();
