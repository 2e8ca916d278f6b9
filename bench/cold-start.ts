import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bytesByPart } from './cold-start/bytes-by-part.ts';
import { type Case, casesOf } from './cold-start/cases.ts';
import { firstCallRunner, type RunFirstCall, type Target } from './cold-start/run-first-call.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './support/api.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { printTable, thousands } from './support/print-table.ts';
import { setWebhooks } from './support/set-webhooks.ts';
import { root, startService } from './support/start-service.ts';
import { median } from './support/statistics.ts';

/** Relative to the floor's bytes and processor time. A customer waits for the time; bytes are limited so that nothing slips in. */
const allowed = { bytes: 1.4, time: 1.1 } as const;
const runs = 3;
const processes = 9;

/** A function next to the floor. */
type Measured = {
  readonly name: string;
  readonly bytes: number;
  /** HTTP calls of the first invocation; the floor makes one. */
  readonly calls: number;
  readonly target: Target;
  /** One entry per run. */
  readonly rounds: readonly Round[][];
};

/** Milliseconds of processor time of two processes, one directly after the other. */
type Round = { readonly floor: number; readonly function: number };

/**
 * Size and cold start (import and first call in a fresh process) of every function as deployed, against the floor, a handler that writes one item
 * with the bare DynamoDB client. Measures processor time, since a busy machine stretches any other. The two take turns, and each ratio compares
 * neighbours in time; a function is judged by the median of three runs.
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
    const floorBytes = bundle(fileURLToPath(import.meta.resolve('./programs/floor.ts')), floorFile, 'plain');
    const floor: Target = { bundle: floorFile, event: async () => ({ id: randomUUID() }), status: 200 };
    const measured: Measured[] = [];
    const cases = casesOf(service, api);
    // The vault's functions are in a separate folder, and in another account.
    const left = readdirSync(`${root}/functions`).filter(
      (file) => file.endsWith('.ts') && !cases.some((one) => `${one.function}.ts` === file),
    );
    if (left.length > 0) throw new Error(`not measured: ${left.join(', ')}`);
    for (const one of cases) measured.push(await prepare(run, folder.path, one));
    for (let turn = 0; turn < runs * processes; turn++)
      for (const { target, rounds } of measured)
        rounds[turn % runs]?.push({ floor: await timeOf(run, floor), function: await timeOf(run, target) });
    report(floorBytes, measured);
    reportParts(floorBytes);
  } finally {
    await service.stop();
    folder.remove();
  }
};

const prepare = async (run: RunFirstCall, folder: string, one: Case): Promise<Measured> => {
  const file = `${folder}/${one.function}/index.mjs`;
  const bytes = bundle(`functions/${one.function}.ts`, file, 'deployed');
  const target: Target = { bundle: file, event: one.event, status: one.status };
  const { calls } = await run(target, { count: true });
  const name = one.what === undefined ? one.function : `${one.function}, ${one.what}`;
  return { name, bytes, calls, target, rounds: Array.from({ length: runs }, () => []) };
};

/** Repeats a call that a busy machine did not let finish in time, with a new event: only an answer counts. */
const timeOf = async (run: RunFirstCall, target: Target, tries = 5): Promise<number> => {
  try {
    return (await run(target, { count: false })).cpu_ms;
  } catch (error) {
    if (tries === 1) throw error;
    return timeOf(run, target, tries - 1);
  }
};

const report = (floorBytes: number, measured: readonly Measured[]): void => {
  const rows = measured.map((one) => ({
    ...one,
    bytesRatio: one.bytes / floorBytes,
    timeRatio: median(one.rounds.map((run) => median(run.map((round) => round.function / round.floor)))),
  }));
  console.log(`Node ${process.version}, median of ${runs} runs of ${processes} fresh processes in turns`);
  printTable(
    ['function', 'bytes', 'of floor', 'import + first call, ms of CPU', 'of floor', 'calls'],
    [
      ['(floor)', thousands(floorBytes), '', medianOf(measured, 'floor'), '', '1'],
      ...rows.map((row) => [
        row.name,
        thousands(row.bytes),
        row.bytesRatio.toFixed(2),
        medianOf([row], 'function'),
        row.timeRatio.toFixed(2),
        String(row.calls),
      ]),
    ],
  );
  for (const { name, bytesRatio, timeRatio } of rows)
    for (const [ratio, what] of [
      [bytesRatio, 'bytes'],
      [timeRatio, 'time'],
    ] as const) {
      if (ratio <= allowed[what]) continue;
      console.log(
        `missed: ${name}: ${ratio.toFixed(2)} of the floor's ${what}; the target is ${allowed[what]} or less`,
      );
      process.exitCode = 1;
    }
};

/** What the bytes of confirm are, and how much of the ratio each part is. */
const reportParts = (floorBytes: number): void =>
  printTable(
    ['part of confirm', 'bytes', 'of floor'],
    bytesByPart('functions/confirm-checkout-session.ts')
      .filter(([, bytes]) => bytes >= floorBytes / 200)
      .map(([part, bytes]) => [part, thousands(bytes), (bytes / floorBytes).toFixed(2)]),
  );

const medianOf = (measured: readonly Measured[], side: keyof Round): string =>
  median(measured.flatMap(({ rounds }) => rounds.flat().map((round) => round[side]))).toFixed(1);

await main();
