import { checkOptions } from './check-options.ts';
import type {
  CancelCharge,
  CaptureCharge,
  Charge,
  CheckoutSession,
  ConfirmCheckoutSession,
  CreateCheckoutSession,
  PublishedRoutingRule,
  Refund,
  RefundCharge,
  RoutingRule,
  RoutingRuleList,
  UpdateRoutingRule,
} from './generated/api-types.ts';
import { platform } from './platform.ts';
import { createSend } from './send.ts';

export type ClientOptions = {
  /** Where the service is, as `https://pay.example.com`. */
  readonly baseUrl: string;
  /** `sk_live_…` or `sk_test_…`. Kept out of every error and of everything that can be printed. */
  readonly apiKey: string;
  /** How often a call is sent again at most; 4 by default. */
  readonly maxRetries?: number;
  /** How long one try may take, its body included; 40,000 by default, because a confirm may take 30 s. */
  readonly attemptTimeoutMs?: number;
  /** How long a call may take with all its tries and the pauses between them; 120,000 by default. */
  readonly deadlineMs?: number;
};

export type CallOptions = {
  /** Ends the call. What it did by then stands: repeat it with the error's `idempotency_key` to learn. */
  readonly signal?: AbortSignal;
};

export type PostOptions = CallOptions & {
  /** One for each thing you want done, the same for every try of it; made for you where absent. */
  readonly idempotencyKey?: string;
};

/** Every method resolves to what the service answered, or rejects with a `PaymentError`. */
export type Client = {
  readonly checkout: {
    readonly sessions: {
      readonly create: (body: CreateCheckoutSession, options?: PostOptions) => Promise<CheckoutSession>;
      readonly retrieve: (id: string, options?: CallOptions) => Promise<CheckoutSession>;
      readonly confirm: (
        id: string,
        body: ConfirmCheckoutSession,
        options?: PostOptions,
      ) => Promise<CheckoutSession>;
    };
  };
  readonly charges: {
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Charge>;
    readonly refund: (body: RefundCharge, options?: PostOptions) => Promise<Refund>;
    readonly capture: (body: CaptureCharge, options?: PostOptions) => Promise<Charge>;
    readonly cancel: (body: CancelCharge, options?: PostOptions) => Promise<Charge>;
  };
  readonly routing: {
    readonly rules: {
      /** Publishing a rule that equals the one in force changes nothing, so this needs no idempotency key. */
      readonly update: (body: UpdateRoutingRule, options?: CallOptions) => Promise<PublishedRoutingRule>;
      readonly retrieve: (name: string, options?: CallOptions) => Promise<RoutingRule>;
      readonly list: (options?: CallOptions) => Promise<RoutingRuleList>;
    };
  };
};

/** The payment routing service, with retries. Throws `TypeError` where an option cannot be right. */
export const createClient = (options: ClientOptions): Client => {
  const send = createSend(checkOptions(options), platform);
  return {
    checkout: {
      sessions: {
        create: (body, options) => send('createCheckoutSession', { body }, options),
        retrieve: (id, options) => send('retrieveCheckoutSession', { path: { id } }, options),
        confirm: (id, body, options) => send('confirmCheckoutSession', { path: { id }, body }, options),
      },
    },
    charges: {
      retrieve: (id, options) => send('retrieveCharge', { path: { id } }, options),
      refund: (body, options) => send('refundCharge', { body }, options),
      capture: (body, options) => send('captureCharge', { body }, options),
      cancel: (body, options) => send('cancelCharge', { body }, options),
    },
    routing: {
      rules: {
        update: (body, options) => send('updateRoutingRules', { body }, options),
        retrieve: (name, options) => send('retrieveRoutingRule', { path: { name } }, options),
        list: (options) => send('listRoutingRules', {}, options),
      },
    },
  };
};
