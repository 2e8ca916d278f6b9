import { lateCheckShardAt } from '../../charge/schedule.ts';
import type { Charge } from '../../types/charge.ts';
import { errorName } from '../../types/error-name.ts';
import { inParallel } from '../../types/in-parallel.ts';
import type { OpenMark } from '../../types/ports.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import type { Recovered } from '../reconcile/recover-charge.ts';
import { type AccountLane, createAccountLane } from './account-lane.ts';
import { checkCharge } from './check-charge.ts';
import { watchCalls } from './watch-calls.ts';

/** Open charges read per shard. If there are more, the reported figures are a lower bound; the alarm fires anyway. */
const page = 1_000;
const readsAtOnce = 8;
/**
 * No check starts with less time left than this: enough for two slow calls, and most checks make no more. A later call of a check gets only the time
 * that is left.
 */
export const leastForCheck_ms = 25_000;

export type RecoveryRun = {
  readonly ends: Readonly<Record<string, number>>;
  readonly open: readonly (readonly OpenMark[])[];
  /** Due charges for which there was no time, at accounts that respond. */
  readonly left: number;
};

/** One run: its ports, the accounts' lanes, and the number of charges per result. */
type Run = {
  readonly ports: PaymentPorts;
  readonly lanes: Map<string, AccountLane>;
  readonly ends: Record<string, number>;
};

/**
 * Checks everything that is due, oldest first within an account, until nothing is due or time is up. Each account has its own slots. The charges of
 * an account that stopped responding stay due, unchanged. A record that cannot be handled is reported and skipped, so it does not block the others.
 * `shards`: of the index; by default all, and last one of those for what has timed out.
 */
export const recoverDue = async (ports: PaymentPorts, shards?: readonly number[]): Promise<RecoveryRun> => {
  const run: Run = { ports, lanes: new Map(), ends: {} };
  try {
    const open = await checkAll(run, shards ?? everyShard(ports));
    if (shards === undefined) await checkAll(run, [lateShardOf(ports)]);
    return end(run, open);
  } finally {
    // After a failure, too, wait for the checks under way.
    await drainLanes(run);
  }
};

/** Checks what is due in these shards until nothing is, or time is up. Resolves to what was open at the last read. */
const checkAll = async (run: Run, shards: readonly number[]): Promise<RecoveryRun['open']> => {
  const { ports } = run;
  const seen = new Set<string>();
  for (let hasSeenAllDue = false; ; ) {
    // Charges whose entry does not move stay in front of the others: there is ample space for them.
    const limit = page + 2 * seen.size;
    const asked_at = ports.clock.now();
    const open = await openMarks(ports, shards, limit);
    const due = dueOf(ports, open).filter((id) => !seen.has(id));
    if ((due.length === 0 && hasSeenAllDue) || !hasTime(ports)) {
      await drainLanes(run);
      return open;
    }
    for (const id of due) seen.add(id);
    await inParallel(due, readsAtOnce, (id) => distribute(run, id));
    // What is due comes first.
    hasSeenAllDue = open.every((marks) => marks.length < limit || (marks.at(-1)?.recover_at ?? 0) > asked_at);
    if (hasSeenAllDue) await drainLanes(run);
  }
};

/** The shard of late checks whose turn it is. */
export const lateShardOf = ({ clock, recovery }: PaymentPorts): number =>
  lateCheckShardAt(clock.now(), recovery);

export const everyShard = ({ recovery }: PaymentPorts): readonly number[] =>
  Array.from({ length: recovery.shards }, (_, shard) => shard);

/** What is open in each of these shards, earliest check first. */
export const openMarks = async (
  { store }: PaymentPorts,
  shards: readonly number[],
  limit = page,
): Promise<RecoveryRun['open']> => {
  const open: (readonly OpenMark[])[] = [];
  for (const shard of shards) open.push(await store.open(shard, limit));
  return open;
};

/** What is due, round-robin: if time is short, every shard gets its share. */
export const dueOf = ({ clock }: PaymentPorts, open: RecoveryRun['open']): readonly string[] => {
  const now = clock.now();
  const pages = open.map((marks) => marks.filter(({ recover_at }) => recover_at <= now));
  return Array.from({ length: Math.max(0, ...pages.map(({ length }) => length)) }, (_, turn) =>
    pages.flatMap((marks) => marks[turn]?.id ?? []),
  ).flat();
};

const hasTime = ({ clock, deadline }: PaymentPorts): boolean => deadline - clock.now() > leastForCheck_ms;

/** Reads the charge and gives it to the lane of its account. */
const distribute = async (run: Run, id: string): Promise<void> => {
  const { ports } = run;
  if (!hasTime(ports)) return;
  await countResult(run, id, async () => {
    const charge = await ports.store.charge(id);
    if (!charge) return 'missing';
    laneOf(run, charge).add(charge);
    return undefined;
  });
};

const laneOf = (run: Run, { psp }: Charge): AccountLane => {
  const { ports, lanes } = run;
  const known = lanes.get(psp);
  if (known) return known;
  const lane = createAccountLane({
    clock: ports.clock,
    hasTime: () => hasTime(ports),
    check: async (id, read) => {
      const { psps, contact } = watchCalls(ports.psps);
      await countResult(run, id, () => checkCharge({ ...ports, psps }, id, { read }));
      return contact();
    },
  });
  lanes.set(psp, lane);
  return lane;
};

/** Counts the result of a charge. Never rejects. */
const countResult = async (
  { ports, ends }: Run,
  id: string,
  work: () => Promise<Recovered | undefined>,
): Promise<void> => {
  const ended = await work().catch((error: unknown) => {
    ports.log({ event: 'recovery_failed', charge: id, error: errorName(error) });
    return 'failed' as const;
  });
  if (ended !== undefined) ends[ended] = (ends[ended] ?? 0) + 1;
};

const drainLanes = async ({ lanes }: Run): Promise<void> => {
  await Promise.all([...lanes.values()].map((lane) => lane.drain()));
};

const end = ({ ports, lanes, ends }: Run, open: RecoveryRun['open']): RecoveryRun => {
  let left = 0;
  for (const [psp, lane] of lanes)
    if (lane.isStopped()) ports.log({ event: 'recovery_circuit_open', psp, left: lane.countLeft() });
    else left += lane.countLeft();
  ports.log({ event: 'recovery_run', ...ends });
  return { ends, open, left };
};
