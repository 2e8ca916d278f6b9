import {
  GetCommand,
  PutCommand,
  type PutCommandInput,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import {
  type HealthCount,
  type HealthPart,
  type HealthRecord,
  type HealthStore,
  type HealthVerdict,
  type HealthWindow,
  healthSignals,
  type PspTally,
} from '../types/health.ts';
import { recordFormat } from '../types/records.ts';
import type { Tally } from '../types/tally.ts';
import type { RolloutArm, TrialCount } from '../types/trial.ts';
import { batchGet } from './batch-get.ts';
import { callStorage } from './call-storage.ts';
import { inUpdates } from './in-updates.ts';
import type { Item } from './items.ts';
import { refuseNewer } from './refuse-newer.ts';
import { digits } from './sequence-digits.ts';
import type { Storage } from './storage.ts';
import { unlessRefused } from './unless-refused.ts';

/** Windows, the detector and verdicts as items in the table of events. A window is one item, whatever the number of shards. */
export const createHealthStore = (storage: Storage): HealthStore => {
  const known = new Map<number, HealthWindow>();
  return {
    addPart: (shard, part) => addPart(storage, shard, part),
    windows: async (ends) => {
      await readWindows(storage, ends, known);
      const windows = ends.map((at) => known.get(at) ?? { at, counts: [] });
      for (const at of known.keys()) if (known.size > most_known) known.delete(at);
      return windows;
    },
    record: async () => {
      const item = await getItem(storage, detectorId);
      if (item === undefined) return undefined;
      refuseNewer(item);
      const { rev, detector, version, told: reported } = item;
      return {
        rev: Number(rev),
        detector: String(detector),
        version: Number(version),
        told: Number(reported),
      };
    },
    replace: (record, verdicts) => replace(storage, record, verdicts),
    verdict: async (version) => {
      const item = await getItem(storage, version === undefined ? verdictId : versionId(version));
      if (item === undefined) return undefined;
      refuseNewer(item);
      return JSON.parse(String(item.body)) as HealthVerdict;
    },
  };
};

const detectorId = 'health_detector';
/** The verdict in force, as one small item that is fast to read. */
const verdictId = 'health_verdict';
const versionId = (version: number): string => `${verdictId}#${version}`;
const windowId = (at: number): string => `health#${at}`;
/** Longer than anything that a verdict depends on. */
const kept_s = 30 * 86_400;
/** The number of windows that a process caches: they no longer change. */
const most_known = 200;
/** DynamoDB's limit for one read. */
const at_once = 100;

/** Prefixes of the sequence number up to which a shard was added, a PSP's sum, an arm's sum, and the counts of a PSP's results. */
const [sequenceOf, sumOf, trialOf, answerOf] = ['s.', 'n.', 't.', 'a.'];

const addPart = async (storage: Storage, shard: string, part: HealthPart): Promise<void> => {
  for (const update of inUpdates(shard, sumsIn(part)))
    await addSums(storage, update.shard, part, update.sums);
};

type Sum = { readonly name: string; readonly n: number };

const sumsIn = ({ counts, trials = [], answers = [] }: HealthPart): readonly Sum[] => [
  ...counts.flatMap(({ psp, currency, ...tallies }) =>
    healthSignals.flatMap((signal) => sumsOf(tallies[signal], sumOf, [psp, currency, signal])),
  ),
  ...trials.flatMap(({ rule, version, percent, arm, approval }) =>
    sumsOf(approval, trialOf, [rule, version, percent, arm]),
  ),
  ...answers.flatMap(({ psp, ...tally }) => sumsOf(tally, answerOf, [psp])),
];

const addSums = async (
  storage: Storage,
  shard: string,
  { at, first, last }: HealthPart,
  sums: readonly Sum[],
): Promise<void> => {
  const command = new UpdateCommand({
    TableName: storage.tables.events,
    Key: { id: windowId(at) },
    UpdateExpression: `SET #v = :v, #ttl = :ttl, #last = :last ADD ${sums.map((_, index) => `#n${index} :n${index}`).join(', ')}`,
    ConditionExpression: 'attribute_not_exists(#last) OR #last < :first',
    ExpressionAttributeNames: {
      '#v': 'v',
      '#ttl': 'ttl',
      '#last': sequenceOf + shard,
      ...Object.fromEntries(sums.map(({ name }, index) => [`#n${index}`, name])),
    },
    ExpressionAttributeValues: {
      ':v': recordFormat,
      ':ttl': at + kept_s,
      ':last': digits(last),
      ':first': digits(first),
      ...Object.fromEntries(sums.map(({ n }, index) => [`:n${index}`, n])),
    },
  });
  await unlessRefused(storage, () => storage.client.send(command));
};

const ends = ['ok', 'failed'] as const;

const sumsOf = (tally: Tally, prefix: string, of: readonly (string | number)[]): readonly Sum[] =>
  ends.flatMap((end) =>
    tally[end] === 0 ? [] : [{ name: prefix + JSON.stringify([...of, end]), n: tally[end] }],
  );

const readWindows = async (
  storage: Storage,
  ends: readonly number[],
  known: Map<number, HealthWindow>,
): Promise<void> => {
  const unknown = ends.filter((at) => !known.has(at));
  for (let from = 0; from < unknown.length; from += at_once) {
    const asked = unknown.slice(from, from + at_once);
    const items = await batchGet(storage, 'events', asked.map(windowId));
    for (const at of asked) known.set(at, windowIn(at, items.get(windowId(at)) ?? {}));
  }
};

const windowIn = (at: number, item: Item): HealthWindow => {
  const [counts, trials, answers] = [countsIn(item), trialsIn(item), answersIn(item)];
  return {
    at,
    counts,
    ...(trials.length > 0 && { trials }),
    ...(answers.length > 0 && { answers }),
  };
};

const answersIn = (item: Item): readonly PspTally[] => {
  const tallies = new Map<string, PspTally>();
  for (const name of Object.keys(item).sort()) {
    if (!name.startsWith(answerOf)) continue;
    const [psp, end] = JSON.parse(name.slice(answerOf.length)) as [string, (typeof ends)[number]];
    tallies.set(psp, { ok: 0, failed: 0, ...tallies.get(psp), psp, [end]: Number(item[name]) });
  }
  return [...tallies.values()];
};

const trialsIn = (item: Item): readonly TrialCount[] => {
  const sums = new Map<string, TrialCount>();
  for (const name of Object.keys(item).sort()) {
    if (!name.startsWith(trialOf)) continue;
    const [rule, version, percent, arm, end] = JSON.parse(name.slice(trialOf.length)) as [
      string,
      number,
      number,
      RolloutArm,
      (typeof ends)[number],
    ];
    const key = JSON.stringify([rule, version, percent, arm]);
    const approval = { ok: 0, failed: 0, ...sums.get(key)?.approval, [end]: Number(item[name]) };
    sums.set(key, { rule, version, percent, arm, approval });
  }
  return [...sums.values()];
};

/** In the order of their names, so that adding them again adds the same numbers in the same order. */
const countsIn = (item: Item): readonly HealthCount[] => {
  refuseNewer(item);
  const counts = new Map<string, HealthCount>();
  for (const name of Object.keys(item).sort()) {
    if (!name.startsWith(sumOf)) continue;
    const [psp, currency, signal, end] = JSON.parse(name.slice(sumOf.length)) as [
      string,
      string,
      (typeof healthSignals)[number],
      'ok' | 'failed',
    ];
    const key = JSON.stringify([psp, currency]);
    const none = { ok: 0, failed: 0 };
    const count = counts.get(key) ?? { psp, currency, technical: none, approval: none };
    counts.set(key, { ...count, [signal]: { ...count[signal], [end]: Number(item[name]) } });
  }
  return [...counts.values()];
};

const replace = (
  storage: Storage,
  record: HealthRecord,
  verdicts: readonly HealthVerdict[],
): Promise<boolean> => {
  const put = (Item: Item, condition: Condition = {}) => ({
    TableName: storage.tables.events,
    Item: { v: recordFormat, ...Item },
    ...condition,
  });
  const latest = verdicts.at(-1);
  const isNew: Condition = { ConditionExpression: 'attribute_not_exists(id)' };
  const before: Condition = {
    ConditionExpression: 'rev = :rev',
    ExpressionAttributeValues: { ':rev': record.rev - 1 },
  };
  const puts = [
    put({ id: detectorId, ...record }, record.rev === 1 ? isNew : before),
    ...verdicts.map((verdict) =>
      put({ id: versionId(verdict.version), body: JSON.stringify(verdict) }, isNew),
    ),
    ...(latest ? [put({ id: verdictId, body: JSON.stringify(latest) })] : []),
  ] as const;
  // A transaction costs twice as much.
  const send = () =>
    puts.length === 1
      ? storage.client.send(new PutCommand(puts[0]))
      : storage.client.send(new TransactWriteCommand({ TransactItems: puts.map((Put) => ({ Put })) }));
  return unlessRefused(storage, send);
};

type Condition = Partial<Pick<PutCommandInput, 'ConditionExpression' | 'ExpressionAttributeValues'>>;

const getItem = async (storage: Storage, id: string): Promise<Item | undefined> => {
  const command = new GetCommand({ TableName: storage.tables.events, Key: { id }, ConsistentRead: true });
  return (await callStorage(storage, () => storage.client.send(command))).Item;
};
