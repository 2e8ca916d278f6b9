import type { Attempt, Operation, PspEvent } from '../../../lib/types/psp.ts';
import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import type { CallKind } from '../../simulation/psp/call-kind.ts';

/** One call of the PSP port, as plain data. */
export type PspCall = {
  readonly psp: string;
  readonly kind: CallKind;
  readonly attempt: Attempt;
  readonly operation?: Operation;
  readonly params?: Readonly<Record<string, string>>;
  readonly timeout_ms: number;
};

/** Something that will happen by itself: it may do so at any moment from now on. */
export type Item =
  | { readonly type: 'event'; readonly psp: string; readonly event: PspEvent; readonly tries: number }
  | { readonly type: 'finish'; readonly psp: string; readonly reference: string; readonly operation: string }
  | { readonly type: 'technical_cancel'; readonly psp: string; readonly reference: string }
  /** A request whose sender has stopped waiting. */
  | { readonly type: 'arrival'; readonly call: PspCall; readonly sent: number }
  /** The same on its way to the vault. */
  | { readonly type: 'forward'; readonly request: ForwardRequest }
  /** The customer ends the authentication, at a PSP that is told by the bank; or never does, and the PSP withdraws its offer. */
  | { readonly type: 'authentication' | 'offer_ends'; readonly psp: string; readonly reference: string }
  /** The hold ends without this service: it may, and need not. */
  | { readonly type: 'lapse'; readonly psp: string; readonly reference: string }
  /** The same of what somebody does in the PSP's dashboard. */
  | {
      readonly type: 'elsewhere';
      readonly psp: string;
      readonly reference: string;
      readonly kind: 'capture' | 'cancel' | 'refund';
      readonly amount: number;
    };

/** Whether the call can move money, so that it may also be refused at the door. */
export const movesMoney = ({ kind }: PspCall): boolean =>
  kind !== 'look_up' && kind !== 'look_up_refunds' && kind !== 'fence';
