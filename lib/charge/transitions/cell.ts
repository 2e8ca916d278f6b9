import type { Charge } from '../../types/charge.ts';
import type { ChargeState } from '../../types/charge-state.ts';
import type { ErrorCode } from '../../types/error-codes.ts';

/** What a transition may use besides the charge and its own data. */
export type Circumstances = {
  /** Unix milliseconds. */
  readonly now: number;
  /** Enough time has passed: nobody can still send the capture or cancel under way, and anything sent has arrived. True if none is under way. */
  readonly nothing_may_be_sent: boolean;
  /** The PSP has just refused the capture under way, so anything captured was captured elsewhere. */
  readonly capture_refused?: boolean;
  /** An event has just reported a capture made elsewhere; our capture under way has no result yet. */
  readonly captured_elsewhere?: boolean;
  /** From an event that could not be checked with the PSP: it comes late, and may be out of date. */
  readonly unverified?: boolean;
};

/**
 * One cell of the state table. `does` says in words what `apply` changes in intents and facts; `to` lists the states it may lead to. `ignored`: why
 * nothing changes. `impossible`: it cannot happen, and is reported if it does. `refused`: the error for a caller who requests it.
 */
export type Cell<What> =
  | {
      readonly does: string;
      readonly to: readonly ChargeState[];
      readonly apply: (charge: Charge, what: What, circumstances: Circumstances) => Charge;
    }
  | { readonly ignored: string }
  | { readonly impossible: string }
  | { readonly refused: ErrorCode; readonly because: string };

/** Wherever money has been held. */
export const heldStates: readonly ChargeState[] = [
  'authorized',
  'capturing',
  'canceling',
  'captured',
  'canceled',
];

export const does = <What>(
  words: string,
  to: readonly ChargeState[],
  apply: (charge: Charge, what: What, circumstances: Circumstances) => Charge,
): Cell<What> => ({ does: words, to, apply });

export const ignore = (why: string): Cell<unknown> => ({ ignored: why });
export const reportImpossible = (why: string): Cell<unknown> => ({ impossible: why });
export const refuse = (code: ErrorCode, because: string): Cell<unknown> => ({ refused: code, because });
