import { checkOptions } from './check-options.ts';
import type {
  CancelCharge,
  CaptureCharge,
  Charge,
  CheckoutSession,
  ConfirmCheckoutSession,
  CreateCheckoutSession,
  DecideCharge,
  PublishedRoutingRule,
  Refund,
  RefundCharge,
  RollBackRoutingRule,
  RoutingRule,
  RoutingRuleList,
  RoutingRuleVersion,
  RoutingRuleVersionList,
  UpdateRoutingRule,
} from './generated/api-types.ts';
import type { CallOptions, ClientOptions, PostOptions } from './options.ts';
import { platformWith } from './platform.ts';
import { createSend } from './send.ts';

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
      /** Ends an open session before its time. */
      readonly expire: (id: string, options?: PostOptions) => Promise<CheckoutSession>;
    };
  };
  readonly charges: {
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Charge>;
    readonly refund: (body: RefundCharge, options?: PostOptions) => Promise<Refund>;
    readonly capture: (body: CaptureCharge, options?: PostOptions) => Promise<Charge>;
    readonly cancel: (body: CancelCharge, options?: PostOptions) => Promise<Charge>;
    /** Asks the PSP now, and takes over what it says. */
    readonly refresh: (id: string, options?: PostOptions) => Promise<Charge>;
    /** Says what became of something that needs review. */
    readonly decide: (id: string, body: DecideCharge, options?: PostOptions) => Promise<Charge>;
  };
  readonly routing: {
    readonly rules: {
      readonly update: (body: UpdateRoutingRule, options?: PostOptions) => Promise<PublishedRoutingRule>;
      readonly retrieve: (name: string, options?: CallOptions) => Promise<RoutingRule>;
      readonly list: (options?: CallOptions) => Promise<RoutingRuleList>;
      /** Publishes what an earlier version had. */
      readonly rollback: (
        name: string,
        body: RollBackRoutingRule,
        options?: PostOptions,
      ) => Promise<PublishedRoutingRule>;
      readonly versions: {
        readonly list: (name: string, options?: CallOptions) => Promise<RoutingRuleVersionList>;
        readonly retrieve: (
          name: string,
          version: number,
          options?: CallOptions,
        ) => Promise<RoutingRuleVersion>;
        /** Puts a draft into force. Takes another API key than the one that wrote it. */
        readonly approve: (
          name: string,
          version: number,
          options?: PostOptions,
        ) => Promise<PublishedRoutingRule>;
      };
    };
  };
};

/** The payment routing service, with retries. Throws `TypeError` where an option cannot be right. */
export const createClient = (options: ClientOptions): Client => {
  const send = createSend(checkOptions(options), platformWith(options.fetch));
  return {
    checkout: {
      sessions: {
        create: (body, options) => send('createCheckoutSession', { body }, options),
        retrieve: (id, options) => send('retrieveCheckoutSession', { path: { id } }, options),
        confirm: (id, body, options) => send('confirmCheckoutSession', { path: { id }, body }, options),
        expire: (id, options) => send('expireCheckoutSession', { path: { id }, body: {} }, options),
      },
    },
    charges: {
      retrieve: (id, options) => send('retrieveCharge', { path: { id } }, options),
      refund: (body, options) => send('refundCharge', { body }, options),
      capture: (body, options) => send('captureCharge', { body }, options),
      cancel: (body, options) => send('cancelCharge', { body }, options),
      refresh: (id, options) => send('refreshCharge', { path: { id }, body: {} }, options),
      decide: (id, body, options) => send('decideCharge', { path: { id }, body }, options),
    },
    routing: {
      rules: {
        update: (body, options) => send('updateRoutingRules', { body }, options),
        retrieve: (name, options) => send('retrieveRoutingRule', { path: { name } }, options),
        list: (options) => send('listRoutingRules', {}, options),
        rollback: (name, body, options) => send('rollBackRoutingRule', { path: { name }, body }, options),
        versions: {
          list: (name, options) => send('listRoutingRuleVersions', { path: { name } }, options),
          retrieve: (name, version, options) =>
            send('retrieveRoutingRuleVersion', { path: { name, version: String(version) } }, options),
          approve: (name, version, options) =>
            send(
              'approveRoutingRuleVersion',
              { path: { name, version: String(version) }, body: {} },
              options,
            ),
        },
      },
    },
  };
};
