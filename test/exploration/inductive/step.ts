import { type Change, nextRevision, type Records } from '../../../lib/payments/records/change-charge.ts';
import { ApiError } from '../../../lib/types/api-error.ts';
import type { Charge } from '../../../lib/types/charge.ts';
import { portsIn, type World } from './ports.ts';

/**
 * What a step may do to a record, because it names it or proves it. `fail_…`: end what is open without effect, or a refund. `undo_capture`: a capture
 * that was done has failed. `release`: the hold is gone. `lower`: less is captured than was. `undo_return`: money that had gone back is here again, or
 * more is here. `reopen_dispute`: it is about a later stage, or of a later time.
 */
export type Right =
  | 'fail_attempt'
  | 'fail_capture'
  | 'fail_cancel'
  | 'fail_refund'
  | 'undo_capture'
  | 'release'
  | 'lower'
  | 'undo_return'
  | 'reopen_dispute';

/** Whether the PSP has a look-up, or only sends events. */
export type Kind = 'look_up' | 'events';

/** One report about a record, or one request for it. */
export type Step = {
  readonly name: string;
  readonly rights?: readonly Right[];
  /** What it says was captured: in all, or by one capture. Minor units. */
  readonly takes?: { readonly total: number } | { readonly more: number };
  /** `fact`: reported twice is the same as once. `person`: a person's decision. */
  readonly kind: 'fact' | 'intent' | 'person';
  /** A look-up shows it. */
  readonly looked?: boolean;
  /** What it is about: facts about different things may come in any order. */
  readonly about?: string;
  /** It says how a cancel ended. */
  readonly ends?: true;
  readonly run: (charge: Charge) => Stepped | Promise<Stepped>;
};

/** The record after a step: the same object if it changed nothing. `wrong`: what the engine itself says of it. `again`: it was not believed yet. */
export type Stepped = { readonly charge: Charge; readonly wrong?: string; readonly again?: true };

type Ports = ReturnType<typeof portsIn>;

/** Whether the PSP has a look-up, and how long ago everything was sent: a minute, or so long that nothing can still arrive. */
const [fresh, late] = [1_800_000_000_000, 1_800_000_000_000 + 7_200_000];
export const worlds = {
  lookUpFresh: { look_up: true, now: fresh },
  lookUpLate: { look_up: true, now: late },
  eventsFresh: { look_up: false, now: fresh },
  eventsLate: { look_up: false, now: late },
} as const satisfies Record<string, World>;

const known = new Map<World, Ports>();

const portsOf = (world: World): Ports => {
  const ports = known.get(world) ?? portsIn(world);
  known.set(world, ports);
  return ports;
};

/** The record after this change, written as the engine writes it. A request that is refused changes nothing. */
export const stepped = (
  world: World,
  { charge }: Records,
  decide: (ports: Ports) => Change<unknown>,
): Stepped => {
  const ports = portsOf(world);
  ports.said.length = 0;
  try {
    const change = decide(ports);
    const after =
      change.charge === undefined || change.charge === charge
        ? charge
        : nextRevision(ports, charge, change.charge, { now: world.now, write: 'w' });
    const impossible = ports.said.find(({ event }) => event === 'impossible');
    return impossible ? { charge, wrong: `impossible: ${impossible.what}` } : { charge: after };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.code === 'internal' ? { charge, wrong: error.message } : { charge };
  }
};
