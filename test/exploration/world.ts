import type { PaymentPorts } from '../../lib/payments/payment-ports.ts';
import type { Decline } from '../../lib/types/outcome.ts';
import type { MemoryPaymentStore } from '../../local/memory/memory-payment-store.ts';
import type { Profile } from '../simulation/psp/draw-profile.ts';
import type { ProcessSpec, Work } from './engine/process-spec.ts';
import type { ProcessNode, ProcessTree } from './engine/process-tree.ts';
import type { Answer } from './engine/request.ts';
import type { Books } from './psp/books.ts';
import type { Item } from './psp/call.ts';
import type { Effect } from './psp/keyed.ts';
import type { VaultState } from './vault/vault-state.ts';

/**
 * What may still go wrong. `any`: faults in all; each of the others: of that kind.
 * `crash`: a process dies. `lost`: a request to a PSP, or its answer, is lost. `late`: a process, a delivery or a request
 * stands still until recovery has come round. `store`: a write, or its answer, is lost. `twice`: a webhook or a recovery run happens twice. Four are no faults: `decline`, a no of issuer or PSP; `refused`, a request
 * that is not taken at the door; `behind`, a look-up within its lag; `elsewhere`, a hold that lapses, or something done in a PSP's dashboard.
 */
export type Budget = Readonly<Record<Fault | 'any', number>>;
export type Fault =
  | 'crash'
  | 'lost'
  | 'late'
  | 'store'
  | 'twice'
  | 'elsewhere'
  | 'decline'
  | 'refused'
  | 'behind';

/** An answer that a process will have: at a time, or when it stands still no more. */
export type Waiting = { readonly request: number; readonly answer: Answer; readonly at: number | 'released' };

/** Whoever can do something next. `held`: recovery runs until it can. */
export type Actor = { readonly held: number } & (
  | { readonly type: 'process'; readonly node: ProcessNode; readonly waiting: readonly Waiting[] }
  | { readonly type: 'start'; readonly spec: ProcessSpec }
  | { readonly type: 'item'; readonly item: Item }
);

/** Everything there is, as a value: nothing in it is ever changed. */
export type World = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Never written to again: a write goes to a copy. */
  readonly store: MemoryPaymentStore;
  readonly books: Readonly<Record<string, Books>>;
  readonly vault: VaultState;
  readonly actors: readonly Actor[];
  readonly budget: Budget;
  /** What was answered or reported and has to stay true, one line each. */
  readonly said: ReadonlySet<string>;
  /** Recovery runs so far, and processes started, which only names them. */
  readonly runs: number;
  readonly started: number;
};

/** What does not change in one exploration. */
export type Setting = {
  readonly profiles: readonly Profile[];
  readonly recovery: PaymentPorts['recovery'];
  readonly tree: ProcessTree;
  /** Issuers ask for the customer. */
  readonly customer: boolean;
  /** What an issuer says that says no. */
  readonly decline: Decline;
  /** How many recovery runs something that is late may miss. */
  readonly missed: readonly number[];
};

export const start_ms = Date.UTC(2030, 0, 1);
export const minute_ms = 60_000;

export const profileIn = ({ profiles }: Pick<Setting, 'profiles'>, psp: string): Profile => {
  const profile = profiles.find(({ account }) => account.id === psp);
  if (!profile) throw new Error(`there is no ${psp}`);
  return profile;
};

/** What belongs to the life of a shop. */
const noFault: ReadonlySet<Fault> = new Set(['decline', 'refused', 'behind', 'elsewhere']);

/** The budget after a fault, or undefined if there is none left of it. */
export const spend = (budget: Budget, fault: Fault): Budget | undefined => {
  if (budget[fault] === 0) return undefined;
  const spent = { ...budget, [fault]: budget[fault] - 1 };
  if (noFault.has(fault)) return spent;
  return budget.any === 0 ? undefined : { ...spent, any: budget.any - 1 };
};

/** The world with one more process that is about to start. */
export const spawn = (world: World, work: Work, held = 0): World => ({
  ...world,
  started: world.started + 1,
  actors: [...world.actors, { type: 'start', held, spec: { name: `p${world.started + 1}x`, work } }],
});

/** What a PSP did is in its books, and what follows by itself is under way. */
export const take = (world: World, psp: string, { books, items }: Effect): World => ({
  ...world,
  books: { ...world.books, [psp]: books },
  actors: [
    ...world.actors,
    ...items.map((item) => ({ type: 'item', held: 0, item: dated(item, world) }) as const),
  ],
});

/** By a clock that shows whole hours: events of one hour are overdue in the same recovery run, and are not told apart. */
const dated = (item: Item, { now }: World): Item =>
  item.type === 'event' ? { ...item, event: { ...item.event, occurred: now - (now % hour_ms) } } : item;

const hour_ms = 3_600_000;
