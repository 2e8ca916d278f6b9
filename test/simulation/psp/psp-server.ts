import type {
  Attempt,
  AuthorizationResult,
  CancelByReferenceResult,
  LookUpResult,
  PspEvent,
  RefundsFound,
} from '../../../lib/types/psp.ts';
import type { Profile } from './draw-profile.ts';
import type { Fate, KeyedAnswers } from './keyed.ts';
import type { Ledger, LedgerPayment, LedgerState } from './ledger.ts';

/** The query a customer comes back with: how the authentication ended, and of which payment. */
export type ReturnParams = Readonly<Record<string, string>>;

/** A PSP account: its books, and what its own software does with requests that have arrived. */
export type PspServer = {
  readonly profile: Profile;
  readonly ledger: Ledger;
  readonly keyed: KeyedAnswers;
  /** `called`: when it was first sent. `challenge`: the customer is to authenticate. */
  readonly authorize: (
    attempt: Attempt,
    how: { readonly called: number; readonly challenge: boolean },
    fate: Fate,
    began: boolean,
  ) => AuthorizationResult;
  /** Opens a payment that holds nothing, for an attempt that is about to pay it. */
  readonly prepare: (reference: string) => void;
  /** `id`: the PSP's of the payment that is meant, if one is known. */
  readonly lookUp: (reference: string, id?: string) => LookUpResult;
  readonly lookUpRefunds: (reference: string) => RefundsFound;
  readonly complete: (reference: string, params: ReturnParams) => LookUpResult;
  readonly cancelByReference: (reference: string) => CancelByReferenceResult;
  /** The customer ends the authentication on the bank's page. Money moves by it if no completion is needed. */
  readonly answerBank: (reference: string, approves: boolean) => void;
  readonly paymentOf: (reference: string) => LedgerPayment | undefined;
  /** Makes a second payment that bears the reference of this one. */
  readonly payTwice: (payment: LedgerPayment) => LedgerPayment;
  /** The books of a payment as they are now, whatever a look-up shows. */
  readonly stateOf: (payment: LedgerPayment) => LedgerState;
  /** The books of a payment were changed: look-ups show it, perhaps later. */
  readonly changed: (payment: LedgerPayment) => void;
  /** Sends an event, under one id however often. */
  readonly emit: (event: Omit<PspEvent, 'id'>, copies?: number) => void;
  /** Tells what has become of a payment. */
  readonly reportPayment: (payment: LedgerPayment, copies?: number) => void;
  /** When a change that is made now is shown to whoever asks. Unix milliseconds. */
  readonly shownFrom: () => number;
  /** Its clock, which is right. Unix milliseconds. */
  readonly now: () => number;
  /** Whether it answers nothing now. */
  readonly hangs: () => boolean;
  /** What the PSP calls something new. */
  readonly newId: (kind: string) => string;
};
