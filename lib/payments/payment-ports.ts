import type { RecoverySettings } from '../charge/recovery-settings.ts';
import type { Clock, Log, NewId, PaymentStore, Psps } from '../types/ports.ts';
import type { ClosedPsps } from '../types/psp-switch.ts';
import type { RenderedResponse, View } from '../types/records.ts';
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
  readonly render: (result: Result, view: View) => RenderedResponse;
  /** Unix milliseconds after which no call may start that must still be settled. */
  readonly deadline: number;
  /** Tells the vault to delete a card's security code. Never rejects: a code that is not released expires there. */
  readonly releaseCvc: (card_token: string) => Promise<void>;
  readonly recovery: RecoverySettings;
};

/** Only a confirm begins attempts. */
export type ConfirmPorts = PaymentPorts & { readonly closedPsps: ClosedPsps };
