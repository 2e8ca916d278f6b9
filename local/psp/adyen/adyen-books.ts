import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import { randomId } from '../framework/random-id.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import type { AdyenRefusal } from './refusals.ts';

export type AdyenPayment = Payment & {
  readonly brand: string;
  readonly manual_capture: boolean;
  readonly return_url: string;
  /** What the bank will say once the customer has authenticated. */
  readonly refusal: AdyenRefusal | null;
  readonly redirect_result: string | null;
  readonly authenticated: boolean | null;
};

/** A capture, cancel or refund that was received and is decided later. */
export type AdyenModification = {
  readonly id: string;
  readonly kind: 'capture' | 'cancel' | 'technical_cancel' | 'refund';
  /** The payment's PSP reference; for a technical cancel, the merchant's. */
  readonly payment: string;
  readonly reference: string | null;
  readonly amount: number;
  readonly currency: string;
  readonly decline: string | null;
};

export type AdyenBooks = {
  readonly context: SimulatorContext;
  /** By the merchant's reference. */
  readonly payments: Collection<AdyenPayment>;
  readonly modifications: Collection<AdyenModification>;
  readonly refunds: Collection<Refund>;
  readonly redirects: Collection<{ readonly payment: string }>;
};

export const openAdyenBooks = (context: SimulatorContext): AdyenBooks => ({
  context,
  payments: context.journal.collection<AdyenPayment>('payments', ({ reference }) => reference ?? undefined),
  modifications: context.journal.collection<AdyenModification>('modifications'),
  refunds: context.journal.collection<Refund>('refunds', ({ payment }) => payment),
  redirects: context.journal.collection<{ readonly payment: string }>('redirects'),
});

/** Sixteen characters, as Adyen's PSP references look. */
export const pspReference = (): string => randomId(16, 'BCDFGHJKLMNPQRSTVWXZ23456789');
