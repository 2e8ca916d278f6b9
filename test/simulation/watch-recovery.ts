import type { Charge } from '../../lib/types/charge.ts';
import type { MemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import { openThings } from './open-things.ts';
import type { PspServer } from './psp/psp-server.ts';
import type { World } from './world.ts';

export type Watched = {
  readonly store: MemoryPaymentStore;
  readonly servers: ReadonlyMap<string, PspServer>;
  readonly poisoned: ReadonlySet<string>;
};

/** While a PSP hangs, whatever is open and due at another, and does not wait for a person, is taken up within this. */
const longestDelay_ms = 5 * 60_000;

/** To be called before each run of recovery, once the faults are over. */
export const watchRecovery = ({ time, checker }: World, { store, servers, poisoned }: Watched) => {
  const started = time.now();
  const hung = new Map<string, number>();
  const due = new Map<string, { readonly recover_at: number; readonly since: number }>();
  let last = started;
  /** A function that was frozen writes a time that is over by then: nobody could know of it before. */
  const dueSince = ({ id, recover_at }: Charge, now: number): number => {
    if (recover_at === undefined) return now;
    const known = due.get(id);
    if (known?.recover_at === recover_at) return known.since;
    const since = Math.max(recover_at, last);
    due.set(id, { recover_at, since });
    return since;
  };
  return (): void => {
    const now = time.now();
    const times = new Map([...store.charges.values()].map((charge) => [charge.id, dueSince(charge, now)]));
    last = now;
    const hanging = [...servers.values()].filter((server) => server.hangs());
    if (hanging.length === 0) return;
    for (const { profile } of hanging) hung.set(profile.account.id, now);
    for (const charge of store.charges.values()) {
      const { id, psp, session } = charge;
      const since = Math.max(times.get(id) ?? now, hung.get(psp) ?? started);
      const isLate = now - since > longestDelay_ms && !poisoned.has(session);
      if (isLate && openThings(charge).some(({ needs_review }) => !needs_review))
        checker.leftDue(id, now - since);
    }
  };
};
