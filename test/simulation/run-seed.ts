import type { PublishedRule } from '../../lib/types/routing.ts';
import { createMemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import { createAccounts } from './accounts.ts';
import { checkDomainEvents } from './checker/check-domain-events.ts';
import { createChecker } from './checker/checker.ts';
import { createFacts, type Violation } from './checker/facts.ts';
import { createClient } from './client.ts';
import { buy, type Shop } from './customer.ts';
import { deliverStream } from './domain-events/deliver-stream.ts';
import { withDeletions, withStream } from './domain-events/stream.ts';
import { drawFaults, type FaultKind, type Faults } from './faults.ts';
import { heal } from './heal.ts';
import { serve } from './merchant.ts';
import { createPspServer } from './psp/create-server.ts';
import { drawProfiles, type Profile } from './psp/draw-profile.ts';
import type { PspServer } from './psp/psp-server.ts';
import { createWebhooks, type Webhooks } from './psp/webhooks.ts';
import { createRandom } from './random.ts';
import { readSession } from './read-session.ts';
import { createReplayHash } from './replay-hash.ts';
import { createReviewer } from './review/reviewer.ts';
import { createService } from './service.ts';
import { type Shares, sharesOf } from './shares.ts';
import { createVault } from './vault/simulated-vault.ts';
import { createVirtualTime } from './virtual-time.ts';
import { watchRecovery } from './watch-recovery.ts';
import type { World } from './world.ts';

export type SeedOptions = {
  readonly seed: number;
  readonly payments: number;
  readonly without?: ReadonlySet<FaultKind>;
  readonly often?: readonly FaultKind[];
  readonly trace?: (line: string) => void;
};

export type SeedResult = {
  readonly seed: number;
  readonly payments: number;
  readonly events: number;
  readonly hash: number;
  readonly violation: Violation | undefined;
  readonly faults: Readonly<Record<FaultKind, number>>;
  readonly enabled: readonly FaultKind[];
  /** Events the service reported, by name. */
  readonly reported: ReadonlyMap<string, number>;
  /** Sessions by where they ended. */
  readonly ends: ReadonlyMap<string, number>;
  readonly shares: Shares;
};

const start = Date.UTC(2030, 0, 1);
/** Customers come during the first of these; faults last until the second. */
const arrivals_ms = 8 * 60_000;
const safety_ms = 50 * 60_000;
const day_s = 86_400;
const minute_ms = 60_000;

/** One world: payments with faults, then healing, every rule checked after every event and all of them at the end. */
export const runSeed = async ({
  seed,
  payments,
  without = new Set(),
  often = [],
  trace,
}: SeedOptions): Promise<SeedResult> => {
  const random = createRandom(seed);
  const time = createVirtualTime(start);
  const vaultRandom = createRandom(seed ^ 0x7661756c);
  const challenges = createRandom(seed ^ 0x6261636b);
  const silence = createRandom(seed ^ 0x6d757465);
  const operators = createRandom(seed ^ 0x636c6f73);
  const seconds = createRandom(seed ^ 0x7365636f);
  const details = createRandom(seed ^ 0x64657461);
  const others = createRandom(seed ^ 0x666f7265);
  const draws = {
    random,
    vault: vaultRandom,
    challenges,
    silence,
    operators,
    seconds,
    details,
    others,
    seed,
  };
  const faults = drawFaults(draws, { without, often });
  const profiles = drawProfiles(random);
  const hash = createReplayHash();
  const ledgers = new Map<string, PspServer['ledger']>();
  const poisoned = new Set<string>();
  const byAccount = new Map(profiles.map((profile) => [profile.account.id, profile]));
  const rollouts = new Map<number, readonly PublishedRule[]>();
  const facts = createFacts({ now: time.now, ledgers, profiles: byAccount, rollouts, poisoned });
  const { checker, written } = withStream(createChecker(facts), time.now);
  const note = (what: string): void => {
    hash.add(what);
    trace?.(`${((time.now() - start) / 1000).toFixed(3).padStart(10)} ${what}`);
  };
  const horizon_ms = random.chance(0.2) ? 40 * day_s * 1000 : 4 * day_s * 1000;
  const world: World = { time, random, faults, checker, note, horizon_ms };
  const parts: { webhooks?: Webhooks } = {};
  const servers = new Map<string, PspServer>();
  for (const profile of profiles) {
    const server = createPspServer(world, profile, (event) =>
      parts.webhooks?.send(profile.account.id, event),
    );
    servers.set(profile.account.id, server);
    ledgers.set(profile.account.id, server.ledger);
  }
  const store = createMemoryPaymentStore({
    now: time.now,
    index: { now: time.now, lag_ms: () => (faults.hits('index_stale') ? random.below(10_000) : 0) },
  });
  const accounts = createAccounts(world, profiles, start + safety_ms, rollouts);
  const recovery = {
    schedule_s: [60, 300, 1_800, 7_200, day_s, 2 * day_s, 4 * day_s],
    shards: random.between(1, 4),
  };
  const vault = createVault(world, facts, servers, vaultRandom);
  const service = createService(world, { store, servers, accounts, poisoned, recovery, vault });
  parts.webhooks = createWebhooks(world, service.receive, oneByOne(faults, profiles));

  let over = false;
  const client = createClient(world, service, () => over);
  const first_run = start + random.below(minute_ms);
  const shop: Shop = {
    world,
    service,
    client,
    servers,
    vault,
    collected: [],
    read: (id) => readSession(store, id),
    nextCheck: (id) => {
      const recover_at = store.charges.get(id)?.recover_at;
      if (recover_at === undefined) return undefined;
      const due = Math.max(recover_at, time.now(), first_run);
      return first_run + Math.ceil((due - first_run) / minute_ms) * minute_ms - time.now();
    },
    away: new Set(),
  };
  for (let n = 0; n < payments; n++) time.after(random.below(arrivals_ms), () => void visit(shop, poisoned));
  const failed = (): boolean => checker.violation() !== undefined;
  const recoverEveryMinute = (): void => {
    if (over) return;
    service.recover();
    if (faults.hits('recovery_twice')) service.recover();
    time.after(minute_ms, recoverEveryMinute);
  };
  time.after(first_run - start, recoverEveryMinute);
  await time.runUntil(start + safety_ms, failed);
  over = true;
  faults.stop();
  parts.webhooks.heal();
  const reviewer = createReviewer(world, { store, service, servers, poisoned, errs: random.chance(0.5) });
  const review = random.chance(0.6) ? reviewer.look : () => undefined;
  const watch = watchRecovery(world, { store, servers, poisoned });
  if (!failed()) await heal(world, { store, service, poisoned, stopped: failed, watch, review });
  if (!failed()) checker.end();
  // Every fourth world: it takes as long as the payments themselves.
  if (!failed() && seed % 4 === 0) {
    const all = withDeletions(written, time.now());
    checkDomainEvents(facts, all, await deliverStream(all, createRandom(~seed)));
  }
  const ends = new Map<string, number>();
  for (const { payment_status } of store.sessions.values())
    ends.set(payment_status, (ends.get(payment_status) ?? 0) + 1);
  return {
    seed,
    payments,
    events: time.events(),
    hash: hash.value(),
    violation: checker.violation(),
    faults: faults.counts,
    enabled: faults.enabled,
    reported: checker.events,
    ends,
    shares: sharesOf(store.sessions.values(), accounts),
  };
};

/** The accounts that retry what was not taken one by one. */
const oneByOne = (faults: Faults, profiles: readonly Profile[]): readonly string[] =>
  profiles
    .filter(({ account }) => !account.capabilities.look_up)
    .filter(() => faults.hits('webhook_queue'))
    .map(({ account }) => account.id);

const visit = async (shop: Shop, poisoned: Set<string>): Promise<void> => {
  const sessions = await buy(shop);
  if (shop.world.faults.hits('poisoned_record')) for (const session of sessions) poisoned.add(session);
  else await Promise.all(sessions.map((session) => serve(shop, session)));
};
