import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { keepCompileCache, makeCache } from '../infra/compile-caches.ts';
import { environments } from '../infra/environments.ts';
import { packageFunction } from '../infra/package-function.ts';
import { type Case, casesOf } from './cold-start/cases.ts';
import { firstCallRunner, type RunFirstCall, type Target } from './cold-start/run-first-call.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './support/api.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { printTable } from './support/print-table.ts';
import { setWebhooks } from './support/set-webhooks.ts';
import { startService } from './support/start-service.ts';
import { median } from './support/statistics.ts';

const functions = ['create-checkout-session', 'confirm-checkout-session', 'capture-charge', 'refund-charge'];
const runs = 3;
const processes = 9;

/** Milliseconds of processor time of three processes, one directly after the other. */
type Round = { readonly floor: number; readonly without: number; readonly with: number };

type Measured = {
  readonly name: string;
  readonly target: Target;
  readonly cached: Target;
  readonly rounds: readonly Round[][];
};

/**
 * How much V8's compile cache saves in a cold start: the same function without it and with the one that it made itself, and the floor, which has
 * none. This only measures, so it has no target to miss.
 */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  try {
    const api = connectApi(service);
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(api);
    const run = firstCallRunner(service, folder.path);
    const floorFile = `${folder.path}/floor/index.mjs`;
    bundle(fileURLToPath(import.meta.resolve('./programs/floor.ts')), floorFile, 'plain');
    const floor: Target = { bundle: floorFile, event: async () => ({ id: randomUUID() }), status: 200 };
    const cases = casesOf(service, api).filter((one) => functions.includes(one.function));
    const measured: Measured[] = [];
    for (const one of cases) measured.push(await prepare(run, folder.path, one));
    for (let turn = 0; turn < runs * processes; turn++)
      for (const { target, cached, rounds } of measured)
        rounds[turn % runs]?.push({
          floor: (await run(floor, { count: false })).cpu_ms,
          without: (await run(target, { count: false })).cpu_ms,
          with: (await run(cached, { count: false })).cpu_ms,
        });
    report(measured);
  } finally {
    await service.stop();
    folder.remove();
  }
};

/** The function makes its cache itself; both are packaged as deployed. */
const prepare = async (run: RunFirstCall, folder: string, one: Case): Promise<Measured> => {
  const caches = `${folder}/caches`;
  const packaged = (place: string, compile_cache: boolean): Target => {
    const directory = `${folder}/${place}/${one.function}`;
    mkdirSync(directory, { recursive: true });
    packageFunction(one.function, directory, { ...environments.prod, compile_cache }, caches);
    return { bundle: `${directory}/index.mjs`, event: one.event, status: one.status };
  };
  const making: Target = { ...packaged('making', true), event: async () => makeCache, status: undefined };
  const { result } = await run(making, { count: false });
  keepCompileCache(one.function, result as object, caches);
  const cached = packaged('cached', true);
  if (!existsSync(`${folder}/cached/${one.function}/compile-cache`))
    throw new Error(`Node ${process.version} made no cache of ${one.function}`);
  return {
    name: one.function,
    target: packaged('without', false),
    cached,
    rounds: Array.from({ length: runs }, () => []),
  };
};

const report = (measured: readonly Measured[]): void => {
  console.log(`Node ${process.version}, median of ${runs} runs of ${processes} fresh processes in turns`);
  const ratio = ({ rounds }: Measured, side: 'without' | 'with', of: 'floor' | 'without'): string =>
    median(rounds.map((run) => median(run.map((round) => round[side] / round[of])))).toFixed(2);
  printTable(
    ['function', 'of floor', 'with the cache, of floor', 'with, of without'],
    measured.map((one) => [
      one.name,
      ratio(one, 'without', 'floor'),
      ratio(one, 'with', 'floor'),
      ratio(one, 'with', 'without'),
    ]),
  );
};

await main();
