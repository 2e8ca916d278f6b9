import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
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

/** A function beside what it is measured against. */
type Measured = {
  readonly name: string;
  readonly bytes: number;
  readonly calls: readonly RecordedCall[];
  readonly function: Target;
  readonly sameCalls: Target;
  readonly rounds: Round[];
};

/** Milliseconds of three processes, one directly after the other. */
type Round = { readonly floor: number; readonly function: number; readonly sameCalls: number };

/**
 * Size and cold start (import and first call in a fresh process) of every function as deployed, against the floor, a handler that writes one item with
 * the bare DynamoDB client, and against the same calls made one after another with the bare clients. The three take turns, and the ratios are
 * those of neighbours in time, so that what else the machine does falls on all of them.
 */
const main = async (): Promise<void> => {
  const service = await startService();
  const folder = temporaryFolder();
  try {
    const api = connectApi(service);
    await setWebhooks(service, measuredPsp, { mode: 'off' });
    await publishMeasuredRule(api);
    const floorFile = `${folder.path}/floor/index.mjs`;
    const floorBytes = bundle(fileURLToPath(import.meta.resolve('./programs/floor.ts')), floorFile, 'plain');
    const floor: Target = { bundle: floorFile, event: async () => ({ id: randomUUID() }), status: 200 };
    const measured: Measured[] = [];
    for (const one of casesOf(service, api)) measured.push(await prepare(service, folder.path, one));
    for (let round = 0; round < processes; round++)
      for (const one of measured) one.rounds.push(await runRound(service, floor, one));
    report(floorBytes, measured);
  } finally {
    await service.stop();
    folder.remove();
  }
};

const prepare = async (service: MeasuredService, folder: string, one: Case): Promise<Measured> => {
  const file = `${folder}/${one.function}/index.mjs`;
  const bytes = bundle(`functions/${one.function}.ts`, file, 'deployed');
  const target: Target = { bundle: file, event: one.event, status: one.status };
  const { calls } = await runFirstCall(service, target, { record: true });
  const byHand = `${folder}/${one.function}-by-hand/index.mjs`;
  const event = bundleSameCalls(calls, byHand);
  const sameCalls: Target = { bundle: byHand, event: async () => event, status: 200 };
  return { name: one.function, bytes, calls, function: target, sameCalls, rounds: [] };
};

const runRound = async (service: MeasuredService, floor: Target, one: Measured): Promise<Round> => ({
  floor: await timeOf(service, floor),
  function: await timeOf(service, one.function),
  sameCalls: await timeOf(service, one.sameCalls),
});

const timeOf = async (service: MeasuredService, target: Target): Promise<number> => {
  const { import_ms, call_ms } = await runFirstCall(service, target, { record: false });
  return import_ms + call_ms;
};

type Row = Measured & { readonly size: number; readonly start: number; readonly same: number | undefined };

/**
 * A function that makes more calls than the floor's one is judged by the same calls, since those are the design's and not its own; every other one
 * by the floor.
 */
const report = (floorBytes: number, measured: readonly Measured[]): void => {
  const rows = measured.map((one): Row => {
    const start = median(one.rounds.map((round) => round.function / round.floor));
    const same = median(one.rounds.map((round) => round.function / round.sameCalls));
    return { ...one, size: one.bytes / floorBytes, start, same: one.calls.length > 1 ? same : undefined };
  });
  console.log(`Node ${process.version}, median of ${processes} fresh processes in turns`);
  printTable(
    [
      'function',
      'bytes',
      'of floor',
      'import + first call, ms',
      'of floor',
      'calls',
      'those by hand, ms',
      'of those',
    ],
    [
      ['(floor)', thousands(floorBytes), '', medianOf(measured, 'floor'), '', '1', '', ''],
      ...rows.map((row) => [
        row.name,
        thousands(row.bytes),
        row.size.toFixed(2),
        medianOf([row], 'function'),
        row.start.toFixed(2),
        String(row.calls.length),
        row.same === undefined ? '' : medianOf([row], 'sameCalls'),
        row.same?.toFixed(2) ?? '',
      ]),
    ],
  );
  const missed = rows.flatMap(missedBy);
  for (const text of missed) console.log(`missed: ${text}; the target is ${allowed_ratio} or less`);
  if (missed.length > 0) process.exitCode = 1;
};

const medianOf = (measured: readonly Measured[], side: keyof Round): string =>
  median(measured.flatMap(({ rounds }) => rounds.map((round) => round[side]))).toFixed(1);

const missedBy = ({ name, size, start, same }: Row): readonly string[] => [
  ...(size > allowed_ratio ? [`${name}: ${size.toFixed(2)} of the floor's bytes`] : []),
  ...((same ?? start) > allowed_ratio
    ? [
        `${name}: ${(same ?? start).toFixed(2)} of ${same === undefined ? 'the floor' : 'the same calls by hand'}`,
      ]
    : []),
];

await main();
