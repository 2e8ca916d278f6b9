import type { Dispute } from '../framework/dispute.ts';
import type { Collection } from '../framework/journal.ts';
import type { Payment, Refund } from '../framework/payment.ts';
import type { SimulatorContext } from '../framework/simulated-psp.ts';
import type { CardBrand } from '../framework/test-card.ts';
import type { CardBehavior } from './test-cards.ts';

export type StripeIntent = Payment & {
  readonly client_secret: string;
  readonly capture_method: 'automatic' | 'automatic_async' | 'manual';
  readonly confirmation_method: 'automatic' | 'manual';
  readonly metadata: Readonly<Record<string, string>>;
  readonly description: string | null;
  readonly receipt_email: string | null;
  readonly statement_descriptor: string | null;
  readonly statement_descriptor_suffix: string | null;
  readonly payment_method_types: readonly string[];
  readonly automatic_payment_methods: {
    readonly enabled: boolean;
    readonly allow_redirects: 'always' | 'never';
  } | null;
  readonly payment_method: string | null;
  readonly customer?: string;
  readonly setup_future_usage?: 'off_session' | 'on_session';
  readonly return_url: string | null;
  readonly challenge_url: string | null;
  readonly latest_charge: string | null;
  readonly last_error: StripeError | null;
  readonly canceled_at: number | null;
  readonly cancellation_reason: string | null;
};

export type StripeError = {
  readonly type: 'card_error' | 'invalid_request_error';
  readonly code: string;
  readonly decline_code?: string;
  readonly message: string;
  readonly advice_code?: string;
  readonly network_decline_code?: string;
  readonly charge?: string;
  readonly method?: string;
};

/** Without the number: the books store the card's behaviour, not its data. */
export type StripeMethod = {
  readonly id: string;
  readonly created: number;
  readonly brand: CardBrand;
  readonly last4: string;
  readonly exp_month: number;
  readonly exp_year: number;
  readonly fingerprint: string;
  readonly billing_details: Readonly<Record<string, unknown>>;
  readonly metadata: Readonly<Record<string, string>>;
  readonly behavior: CardBehavior;
  readonly cvc_absent?: true;
  /** The customer that it belongs to; an intent has to name it. */
  readonly customer?: string;
};

export type StripeCustomer = {
  readonly id: string;
  readonly created: number;
  readonly metadata: Readonly<Record<string, string>>;
};

export type StripeCharge = {
  readonly id: string;
  readonly intent: string;
  readonly created: number;
  readonly method: string;
  readonly failure: StripeError | null;
  /** Whether its customer was challenged first. */
  readonly authenticated?: true;
};

export type StripeRefund = Refund & {
  readonly charge: string;
  readonly currency: string;
  readonly reason: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly failure_reason: string | null;
};

export type StripeBooks = {
  readonly context: SimulatorContext;
  readonly intents: Collection<StripeIntent>;
  readonly methods: Collection<StripeMethod>;
  readonly customers: Collection<StripeCustomer>;
  readonly charges: Collection<StripeCharge>;
  /** By payment intent. */
  readonly refunds: Collection<StripeRefund>;
  /** By payment intent. */
  readonly disputes: Collection<Dispute>;
};

export const openStripeBooks = (context: SimulatorContext): StripeBooks => ({
  context,
  intents: context.journal.collection<StripeIntent>('intents'),
  methods: context.journal.collection<StripeMethod>('methods'),
  customers: context.journal.collection<StripeCustomer>('customers'),
  charges: context.journal.collection<StripeCharge>('charges'),
  refunds: context.journal.collection<StripeRefund>('refunds', ({ payment }) => payment),
  disputes: context.journal.collection<Dispute>('disputes', ({ payment }) => payment),
});
