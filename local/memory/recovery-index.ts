import type { Charge } from '../../lib/types/charge.ts';
import type { OpenMark } from '../../lib/types/ports.ts';

/** How far behind the index may be: `open` sees it as it stood `lag_ms()` ago, at most 10 s. Times in Unix milliseconds. */
export type Staleness = { readonly now: () => number; readonly lag_ms: () => number };

export type RecoveryIndex = {
  readonly update: (before: Charge | undefined, after: Charge) => void;
  readonly open: (shard: number, limit: number, from?: number) => readonly OpenMark[];
};

/** `at` from `since` on; undefined where the charge had left the index. Oldest first. */
type History = { readonly since: number; readonly at: number | undefined }[];

const historyMs = 10_000;

/** The sparse sharded index over charges with something open, as stale as it is told to be. */
export const createRecoveryIndex = (staleness?: Staleness): RecoveryIndex => {
  const shards = new Map<number, Map<string, History>>();
  const now = staleness?.now ?? (() => 0);
  const kept = staleness ? historyMs : 0;

  const record = (shard: number, id: string, at: number | undefined): void => {
    const entries = shards.get(shard) ?? new Map<string, History>();
    shards.set(shard, entries);
    const history = entries.get(id) ?? [];
    entries.set(id, history);
    history.push({ since: now(), at });
    forget(entries, id, history, now() - kept);
  };

  return {
    update: (before, after) => {
      const moved = before?.recover_shard !== after.recover_shard || before?.recover_at !== after.recover_at;
      if (!moved) return;
      if (before?.recover_shard !== undefined && before.recover_shard !== after.recover_shard)
        record(before.recover_shard, before.id, undefined);
      if (after.recover_shard !== undefined) record(after.recover_shard, after.id, after.recover_at);
    },
    open: (shard, limit, from = 0) => {
      const entries = shards.get(shard) ?? new Map<string, History>();
      const seen = now() - Math.min(staleness?.lag_ms() ?? 0, historyMs);
      const found: OpenMark[] = [];
      for (const [id, history] of entries) {
        const recover_at = history.findLast(({ since }) => since <= seen)?.at;
        if (recover_at !== undefined && recover_at >= from) found.push({ id, recover_at });
        forget(entries, id, history, now() - kept);
      }
      return found.sort((a, b) => a.recover_at - b.recover_at || (a.id < b.id ? -1 : 1)).slice(0, limit);
    },
  };
};

/** Drops what nobody can see any more. */
const forget = (entries: Map<string, History>, id: string, history: History, horizon: number): void => {
  while ((history[1]?.since ?? Number.POSITIVE_INFINITY) <= horizon) history.shift();
  const [only, ...later] = history;
  if (only?.at === undefined && later.length === 0 && (only?.since ?? 0) <= horizon) entries.delete(id);
};
