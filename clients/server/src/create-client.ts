import { checkOptions } from './check-options.ts';
import type {
  AuditEntryList,
  CancelCharge,
  CaptureCharge,
  Charge,
  ChargeList,
  CheckoutSession,
  CheckoutSessionList,
  ConfirmCheckoutSession,
  CreateCheckoutSession,
  DecideCharge,
  Event,
  EventList,
  ListAuditEntriesQuery,
  ListChargesQuery,
  ListCheckoutSessionsQuery,
  ListEventsQuery,
  ListRefundsQuery,
  PublishedRoutingRule,
  Refund,
  RefundCharge,
  RefundList,
  RoutingRule,
  RoutingRuleList,
  UpdateRoutingRule,
} from './generated/api-types.ts';
import { type Listing, listing } from './listing.ts';
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
      readonly list: (
        query?: ListCheckoutSessionsQuery,
        options?: CallOptions,
      ) => Listing<CheckoutSessionList>;
    };
  };
  readonly charges: {
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Charge>;
    readonly list: (query?: ListChargesQuery, options?: CallOptions) => Listing<ChargeList>;
    readonly refund: (body: RefundCharge, options?: PostOptions) => Promise<Refund>;
    readonly capture: (body: CaptureCharge, options?: PostOptions) => Promise<Charge>;
    readonly cancel: (body: CancelCharge, options?: PostOptions) => Promise<Charge>;
    /** Asks the PSP now, and takes over what it says. */
    readonly refresh: (id: string, options?: PostOptions) => Promise<Charge>;
    /** Says what became of something that needs review. */
    readonly decide: (id: string, body: DecideCharge, options?: PostOptions) => Promise<Charge>;
  };
  readonly refunds: {
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Refund>;
    readonly list: (query?: ListRefundsQuery, options?: CallOptions) => Listing<RefundList>;
  };
  readonly events: {
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Event>;
    readonly list: (query?: ListEventsQuery, options?: CallOptions) => Listing<EventList>;
  };
  readonly audit: {
    readonly list: (query?: ListAuditEntriesQuery, options?: CallOptions) => Listing<AuditEntryList>;
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
  const send = createSend(checkOptions(options), platformWith(options.fetch));
  return {
    checkout: {
      sessions: {
        create: (body, options) => send('createCheckoutSession', { body }, options),
        retrieve: (id, options) => send('retrieveCheckoutSession', { path: { id } }, options),
        confirm: (id, body, options) => send('confirmCheckoutSession', { path: { id }, body }, options),
        expire: (id, options) => send('expireCheckoutSession', { path: { id }, body: {} }, options),
        list: (query = {}, options) =>
          listing(query, (page) => send('listCheckoutSessions', { query: page }, options)),
      },
    },
    charges: {
      retrieve: (id, options) => send('retrieveCharge', { path: { id } }, options),
      list: (query = {}, options) => listing(query, (page) => send('listCharges', { query: page }, options)),
      refund: (body, options) => send('refundCharge', { body }, options),
      capture: (body, options) => send('captureCharge', { body }, options),
      cancel: (body, options) => send('cancelCharge', { body }, options),
      refresh: (id, options) => send('refreshCharge', { path: { id }, body: {} }, options),
      decide: (id, body, options) => send('decideCharge', { path: { id }, body }, options),
    },
    refunds: {
      retrieve: (id, options) => send('retrieveRefund', { path: { id } }, options),
      list: (query = {}, options) => listing(query, (page) => send('listRefunds', { query: page }, options)),
    },
    events: {
      retrieve: (id, options) => send('retrieveEvent', { path: { id } }, options),
      list: (query = {}, options) => listing(query, (page) => send('listEvents', { query: page }, options)),
    },
    audit: {
      list: (query = {}, options) =>
        listing(query, (page) => send('listAuditEntries', { query: page }, options)),
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
