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
  return (): void => {
    const now = time.now();
    const hanging = [...servers.values()].filter((server) => server.hangs());
    if (hanging.length === 0) return;
    for (const { profile } of hanging) hung.set(profile.account.id, now);
    for (const charge of store.charges.values()) {
      const { id, psp, session, recover_at = now } = charge;
      const since = Math.max(recover_at, started, hung.get(psp) ?? started);
      const isLate = now - since > longestDelay_ms && !poisoned.has(session);
      if (isLate && openThings(charge).some(({ needs_review }) => !needs_review))
        checker.leftDue(id, now - since);
    }
  };
};
