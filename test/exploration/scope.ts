import type { Capabilities } from '../../lib/types/capabilities.ts';
import type { Decline } from '../../lib/types/outcome.ts';
import { recordFormat } from '../../lib/types/records.ts';
import type { Session } from '../../lib/types/session.ts';
import { createMemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import { type Profile, type PspKind, profileOf } from '../simulation/psp/draw-profile.ts';
import type { Work } from './engine/process-spec.ts';
import { createProcessTree } from './engine/process-tree.ts';
import { emptyBooks } from './psp/books.ts';
import type { Item } from './psp/call.ts';
import { choicesOf } from './steps/choices-of.ts';
import { newVault } from './vault/vault-state.ts';
import { type Actor, type Budget, type Setting, spawn, start_ms, type World } from './world.ts';

/** A small world, and what may go wrong in it. */
export type Scope = {
  readonly name: string;
  readonly budget: Budget;
  readonly begin: () => Promise<{ readonly setting: Setting; readonly world: World }>;
};

export type ScopePlan = {
  readonly name: string;
  /** In the order in which they are tried. */
  readonly psps: readonly PspKind[];
  /** An account that no session goes to, listed before theirs. */
  readonly unused?: PspKind;
  readonly sessions: readonly { readonly manual?: true; readonly order?: string }[];
  /** What has been done before the exploration begins, without a fault, deliveries included. */
  readonly before?: readonly Work[];
  readonly works: (world: World) => readonly Work[];
  /** What starts recovery runs later, each one after the one before. */
  readonly later?: (world: World) => readonly Work[];
  readonly items?: (world: World) => readonly { readonly item: Item; readonly held: number }[];
  readonly budget: Partial<Budget>;
  /** Issuers ask for the customer: always, or only of what has been done before. */
  readonly customer?: 'always' | 'before';
  /** What an issuer says that says no; `issuer_unavailable` if not given. */
  readonly decline?: Decline;
  /** What PSPs really do where that is not what their adapters declare. */
  readonly actual?: Readonly<Partial<Record<PspKind, Partial<Capabilities>>>>;
  readonly missed?: readonly number[];
};

export const noBudget: Budget = {
  any: 0,
  crash: 0,
  lost: 0,
  late: 0,
  store: 0,
  twice: 0,
  elsewhere: 0,
  decline: 0,
  refused: 0,
  behind: 0,
};

const amount = 1_000;
export const sessionId = (index: number): string => `cs_0s${index}x`;

export const scopeOf = (plan: ScopePlan): Scope => {
  const budget = { ...noBudget, ...plan.budget };
  return {
    name: plan.name,
    budget,
    begin: async () => {
      const unused = plan.unused === undefined ? [] : [profileOf(plan.unused, `${plan.unused}_unused`)];
      const theirs = plan.psps.map((kind, index) => profileOf(kind, `${kind}_${index + 1}`));
      const declared = [...unused, ...theirs];
      const profiles = declared.map((profile) => reallyOf(plan, profile));
      // What is looked at again much later is the simulator's: here it would only make every world longer.
      const recovery = { schedule_s: [60, 300, 1_800, 7_200, 86_400], shards: 1, late_checks_s: [] };
      const setting: Setting = {
        profiles,
        recovery,
        tree: createProcessTree({ profiles: declared, recovery }),
        customer: plan.customer === 'always',
        decline: plan.decline ?? 'issuer_unavailable',
        missed: plan.missed ?? [1],
      };
      const route = theirs.map(({ account }) => account.id);
      const empty = await emptyWorld(plan, setting, route);
      const prepared = await prepare(
        { ...setting, customer: plan.customer !== undefined },
        empty,
        plan.before ?? [],
      );
      const begun = plan.works(prepared).reduce((world, work) => spawn(world, work), prepared);
      const started = (plan.later?.(prepared) ?? []).reduce(
        (world, work, index) => spawn(world, work, index + 1),
        begun,
      );
      const items = (plan.items?.(prepared) ?? []).map((item): Actor => ({ type: 'item', ...item }));
      return { setting, world: { ...started, budget, actors: [...started.actors, ...items] } };
    },
  };
};

const reallyOf = ({ actual }: ScopePlan, { account, ...behaviour }: Profile): Profile => {
  const capabilities = { ...account.capabilities, ...actual?.[account.psp as PspKind] };
  return { ...behaviour, account: { ...account, capabilities } };
};

const emptyWorld = async (
  { sessions }: ScopePlan,
  { profiles }: Setting,
  plan: readonly string[],
): Promise<World> => {
  const store = createMemoryPaymentStore();
  for (const [index, { manual, order }] of sessions.entries()) {
    const item: Session = {
      id: sessionId(index),
      v: recordFormat,
      rev: 1,
      write: `w_0s${index}x.1`,
      amount,
      currency: 'eur',
      capture_method: manual ? 'manual' : 'automatic',
      success_url: 'https://shop.example/thanks',
      ...(order === undefined ? {} : { order, reference: order }),
      metadata: {},
      livemode: false,
      created: start_ms / 1000,
      created_ms: start_ms,
      expires_at: start_ms / 1000 + 1_800,
      signing_key: 'k1',
      routing: {
        override: null,
        plan,
        skipped: [],
        rule: 'default',
        version: 1,
        failover: {
          on: ['processor_error', 'issuer_unavailable', 'do_not_honor'],
          max_attempts: 3,
          attempt_timeout_ms: 5_000,
        },
      },
      payment_status: 'unpaid',
      charge: null,
      next_action: null,
      last_payment_error: null,
      attempts: [],
      passed_over: [],
      confirms: 0,
      confirmations: [],
    };
    await store.commit([{ table: 'sessions', item, expects: 'absent' }]);
  }
  return {
    now: start_ms,
    store,
    books: Object.fromEntries(profiles.map(({ account }) => [account.id, emptyBooks])),
    vault: newVault,
    actors: [],
    budget: noBudget,
    said: new Set(),
    runs: 0,
    started: 0,
  };
};

/** One after the other, each to its end, before time passes. */
const prepare = async (setting: Setting, empty: World, works: readonly Work[]): Promise<World> => {
  let world = empty;
  for (const work of works) {
    world = spawn(world, work);
    for (;;) {
      const [choice] = choicesOf(setting, world);
      if (!choice?.actor) break;
      world = (await choice.next()).world;
    }
  }
  return world;
};
