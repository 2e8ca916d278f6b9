import { randomUUID } from 'node:crypto';
import { type Case, casesOf } from './cold-start/cases.ts';
import { runFirstCall, type Target } from './cold-start/run-first-call.ts';
import { bundleSameCalls } from './cold-start/same-calls.ts';
import { connectApi, measuredPsp, publishMeasuredRule } from './support/api.ts';
import { bundle, temporaryFolder } from './support/bundle.ts';
import { printTable, thousands } from './support/print-table.ts';
import type { RecordedCall } from './support/recorded-calls.ts';
import { setWebhooks } from './support/set-webhooks.ts';
import { type MeasuredService, startService } from './support/start-service.ts';
import { median } from './support/statistics.ts';

const allowed_ratio = 1.25;
const processes = 15;

/** A function beside what it is measured against. Times in milliseconds, one of each process. */
type Measured = {
  readonly name: string;
  readonly bytes: number;
  readonly calls: readonly RecordedCall[];
  readonly function: Target;
  readonly sameCalls: Target;
};

/**
 * Size and cold start (import and first call in a fresh process) of every function as deployed, against the floor, a handler that writes one item with
 * the bare DynamoDB client, and against the same calls made one after another with the bare clients. Fresh processes take turns, so that whatever
 * else the machine does is shared by all.
 */
const main = async (): Promise<void> => {
  const folder = temporaryFolder();
  const service = await startService();
  try {
    const api = connectApi(service);
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(api);
    const floorFile = `${folder.path}/floor/index.mjs`;
    const floorBytes = bundle('bench/programs/floor.ts', floorFile, 'plain');
    const floor: Target = {
      bundle: floorFile,
      event: async () => ({ id: randomUUID() }),
      status: 200,
      ms: [],
    };
    const measured: Measured[] = [];
    for (const one of casesOf(service, api)) measured.push(await prepare(service, folder.path, one));
    for (let round = 0; round < processes; round++)
      for (const target of [floor, ...measured.flatMap((one) => [one.function, one.sameCalls])])
        target.ms.push(await timeOf(service, target));
    report(floorBytes, median(floor.ms), measured);
  } finally {
    await service.stop();
    folder.remove();
  }
};

const prepare = async (service: MeasuredService, folder: string, one: Case): Promise<Measured> => {
  const file = `${folder}/${one.function}/index.mjs`;
  const bytes = bundle(`functions/${one.function}.ts`, file, 'deployed');
  const target: Target = { bundle: file, event: one.event, status: one.status, ms: [] };
  const { calls } = await runFirstCall(service, target, { record: true });
  const byHand = `${folder}/${one.function}-by-hand/index.mjs`;
  const event = bundleSameCalls(calls, byHand);
  const sameCalls: Target = { bundle: byHand, event: async () => event, status: 200, ms: [] };
  return { name: one.function, bytes, calls, function: target, sameCalls };
};

const timeOf = async (service: MeasuredService, target: Target): Promise<number> => {
  const { import_ms, call_ms } = await runFirstCall(service, target, { record: false });
  return import_ms + call_ms;
};

const report = (floorBytes: number, floor_ms: number, measured: readonly Measured[]): void => {
  const rows = measured.map((one) => {
    const own = median(one.function.ms);
    const byHand = median(one.sameCalls.ms);
    return {
      one,
      size: one.bytes / floorBytes,
      start: own / floor_ms,
      same: own / byHand,
      cells: [one.name, thousands(one.bytes), own.toFixed(1), callsOf(one.calls), byHand.toFixed(1)],
    };
  });
  console.log(`Cold start, Node ${process.version}, median of ${processes} fresh processes in turns`);
  printTable(
    [
      'function',
      'bytes',
      'of floor',
      'import + first call, ms',
      'of floor',
      'calls',
      'same calls by hand, ms',
      'of those',
    ],
    [
      ['(floor: one PutItem)', thousands(floorBytes), '', floor_ms.toFixed(1), '', '1', '', ''],
      ...rows.map(
        ({ size, start, same, cells: [name = '', bytes = '', own = '', calls = '', byHand = ''] }) => [
          name,
          bytes,
          size.toFixed(2),
          own,
          start.toFixed(2),
          calls,
          byHand,
          same.toFixed(2),
        ],
      ),
    ],
  );
  const missed = rows.flatMap(({ one, size, same }) => [
    ...(size > allowed_ratio ? [`${one.name}: ${size.toFixed(2)} of the floor's bytes`] : []),
    ...(same > allowed_ratio ? [`${one.name}: ${same.toFixed(2)} of the same calls by hand`] : []),
  ]);
  for (const text of missed) console.log(`missed: ${text}; the target is ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const callsOf = (calls: readonly RecordedCall[]): string => String(calls.length);

await main();
