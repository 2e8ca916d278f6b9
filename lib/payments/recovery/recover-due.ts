import { inParallel } from '../../types/in-parallel.ts';
import type { OpenMark } from '../../types/ports.ts';
import type { PaymentPorts } from '../payment-ports.ts';
import { type Recovered, recoverCharge } from './recover-charge.ts';

/** Open charges read per shard. If there are more, the reported figures are a lower bound; the alarm rings anyway. */
const page = 1_000;
export const looksAtOnce = 8;
/** A look takes at most two calls: none starts with less time than this. */
export const leastForLook_ms = 25_000;

export type Recovery = {
  readonly ends: Readonly<Record<string, number>>;
  readonly open: readonly (readonly OpenMark[])[];
};

/**
 * Looks at everything that is due, oldest first, until nothing is due or time is up. A record that cannot be handled is reported and skipped, so it
 * does not block the others. Resolves to the number of charges per ending, and to what is still open, by shard.
 */
export const recoverDue = async (ports: PaymentPorts): Promise<Recovery> => {
  const ends: Record<string, number> = {};
  const seen = new Set<string>();
  for (;;) {
    const open: (readonly OpenMark[])[] = [];
    // Charges whose mark does not move stay in front of the others.
    for (let shard = 0; shard < ports.recovery.shards; shard++)
      open.push(await ports.store.open(shard, page + seen.size));
    const now = ports.clock.now();
    const isDue = ({ id, recover_at }: OpenMark): boolean => recover_at <= now && !seen.has(id);
    const due = byTurns(open.map((marks) => marks.filter(isDue).map(({ id }) => id)));
    if (due.length === 0 || !hasTime(ports)) {
      ports.report({ event: 'recovery_run', ...ends });
      return { ends, open };
    }
    for (const id of due) seen.add(id);
    await inParallel(due, looksAtOnce, async (id) => {
      if (!hasTime(ports)) return;
      const end = await lookAt(ports, id);
      ends[end] = (ends[end] ?? 0) + 1;
    });
  }
};

/** Round-robin: if time is short, every shard gets its share. */
const byTurns = (pages: readonly (readonly string[])[]): readonly string[] =>
  Array.from({ length: Math.max(0, ...pages.map(({ length }) => length)) }, (_, turn) =>
    pages.flatMap((ids) => ids[turn] ?? []),
  ).flat();

const hasTime = ({ clock, deadline }: PaymentPorts): boolean => deadline - clock.now() > leastForLook_ms;

const lookAt = async (ports: PaymentPorts, id: string): Promise<Recovered | 'failed'> => {
  try {
    return await recoverCharge(ports, id);
  } catch (error) {
    ports.report({
      event: 'recovery_failed',
      charge: id,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return 'failed';
  }
};
