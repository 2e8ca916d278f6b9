import type { Clock, Log, NewId, PaymentStore, Psps } from '../types/ports.ts';
import type { ClosedPsps } from '../types/psp-switch.ts';
import type { Answer, View } from '../types/records.ts';
import type { Result } from '../types/result.ts';

/** What the use cases need from outside. */
export type PaymentPorts = {
  readonly store: PaymentStore;
  readonly psps: Psps;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Log;
  /** A unique id for one write, to recognise a write whose response was lost. */
  readonly newWrite: () => string;
  /** The bytes to send and store for a result. */
  readonly render: (result: Result, view: View) => Answer;
  /** Unix milliseconds after which no call may start that must still be settled. */
  readonly deadline: number;
  /** Tells the vault to delete a card's security code. Never rejects: a code that is not released expires there. */
  readonly releaseCvc: (card_token: string) => Promise<void>;
  readonly recovery: RecoverySettings;
};

/** Only a confirm begins attempts. */
export type ConfirmPorts = PaymentPorts & { readonly closedPsps: ClosedPsps };

/**
 * `schedule_s`: seconds, rising, from when an item opened to each check of it; anything open after the last one needs review. `again_s`: the same for
 * checks of what only elapsed time has ended; an hour, a day and a week by default. `absence_margin_ms`: how long after a request, on top of a
 * look-up's own lag, absence proves nothing; 11 minutes by default.
 */
export type RecoverySettings = {
  readonly schedule_s: readonly number[];
  readonly shards: number;
  readonly again_s?: readonly number[];
  readonly absence_margin_ms?: number;
};
