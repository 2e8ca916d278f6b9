import { errorName } from '../../types/error-name.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { dueOf, everyShard, lateShardOf, openMarks, type RecoveryRun, recoverDue } from './recover-due.ts';

/** If more charges than this are due, one function per shard of the index handles them. */
export const manyDue = 200;

/** The input of a function for one shard. `again`: it is the second of its minute, and starts no further one. */
export type ShardEvent = { readonly shard: number; readonly again?: true };

/** Starts a function without waiting for it. Rejects if the start was not accepted. */
export type StartShard = (event: ShardEvent) => Promise<void>;

/**
 * The run of a minute. It checks what is due itself, unless that is too much for one function: then it starts one for each shard. Each charge is
 * claimed first, so two functions never check the same one.
 */
export const recoverByShard = async (ports: PaymentPorts, start: StartShard): Promise<RecoveryRun> => {
  const open = await openMarks(ports, everyShard(ports));
  const due = dueOf(ports, open).length;
  const isHandedOn = due > manyDue && (await startDueShards(ports, start, open));
  if (!isHandedOn && (due > 0 || (await isLateCheckDue(ports)))) return recoverDue(ports);
  ports.log({ event: 'recovery_run' });
  return { ends: {}, open, left: 0 };
};

/** Starts a function for each shard in which something is due. */
const startDueShards = async (
  ports: PaymentPorts,
  start: StartShard,
  open: RecoveryRun['open'],
): Promise<boolean> => {
  const shards = everyShard(ports).filter((shard) => dueOf(ports, [open[shard] ?? []]).length > 0);
  if (await isLateCheckDue(ports)) shards.push(lateShardOf(ports));
  const events = shards.map((shard) => ({ shard }));
  return startAll(ports, start, events);
};

/** Whether a charge is due on which something has timed out. */
const isLateCheckDue = async (ports: PaymentPorts): Promise<boolean> =>
  dueOf(ports, await openMarks(ports, [lateShardOf(ports)], 1)).length > 0;

/**
 * The run of one shard. A check must be over when its function ends, so none starts in the second half of its time: another function handles what is
 * left, once.
 */
export const recoverShard = async (
  ports: PaymentPorts,
  { shard, again }: ShardEvent,
  start: StartShard,
): Promise<RecoveryRun> => {
  const recovery = await recoverDue(ports, [shard]);
  if (recovery.left > 0 && !again) await startAll(ports, start, [{ shard, again: true }]);
  return recovery;
};

/** Whether all starts were accepted. If not, the next minute starts them again. */
const startAll = async (
  { log }: PaymentPorts,
  start: StartShard,
  events: readonly ShardEvent[],
): Promise<boolean> => {
  try {
    await Promise.all(events.map(start));
    return true;
  } catch (error) {
    log({ event: 'recovery_not_started', error: errorName(error) });
    return false;
  }
};
