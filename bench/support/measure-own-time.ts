import { fileURLToPath } from 'node:url';
import type { OwnTimes } from '../programs/own-time.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './api.ts';
import { bundle, temporaryFolder } from './bundle.ts';
import { measureInChild } from './measure-in-child.ts';
import { type Step, stepNames, steps } from './payment-chain.ts';
import { readStripeKey } from './read-stripe-key.ts';
import { setWebhooks } from './set-webhooks.ts';
import { type MeasuredService, startService } from './start-service.ts';

const byHand: Readonly<Record<Step, string>> = {
  create: import.meta.resolve('../by-hand/create.ts'),
  retrieve: import.meta.resolve('../by-hand/retrieve.ts'),
  confirm: import.meta.resolve('../by-hand/confirm.ts'),
  refund: import.meta.resolve('../by-hand/refund.ts'),
};

type Runs = {
  /** Payments that take each step together before the other side's turn. */
  readonly batch: number;
  readonly warm_up: number;
  readonly rounds: number;
};

/**
 * Each step of a payment, timed in turns with a handler written by hand. Throws if the two make different DynamoDB and PSP calls, or store different
 * attributes.
 */
export const measureOwnTime = async (runs: Runs): Promise<OwnTimes> => {
  const service = await startService();
  const folder = temporaryFolder();
  try {
    for (const step of stepNames) {
      bundle(`functions/${steps[step]}.ts`, `${folder.path}/service/${steps[step]}/index.mjs`, 'deployed');
      bundle(fileURLToPath(byHand[step]), `${folder.path}/by-hand/${step}/index.mjs`, 'deployed');
    }
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(connectApi(service));
    return await measure(service, folder.path, runs);
  } finally {
    await service.stop();
    folder.remove();
  }
};

const measure = async (
  service: MeasuredService,
  folder: string,
  { batch, warm_up, rounds }: Runs,
): Promise<OwnTimes> =>
  measureInChild(new URL('../programs/own-time.ts', import.meta.url), {
    ...service.environment,
    BENCH_FOLDER: folder,
    BENCH_API_KEY: service.api_key,
    BENCH_STRIPE_URL: service.psps[measuredPsp] ?? '',
    BENCH_STRIPE_KEY: await readStripeKey(service.environment),
    BENCH_BATCH: String(batch),
    BENCH_WARM_UP: String(warm_up),
    BENCH_ROUNDS: String(rounds),
  });
