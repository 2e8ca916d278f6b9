import { checkOptions } from './check-options.ts';
import type {
  ApiKey,
  ApiKeyList,
  ApiKeyWithSecret,
  AuditEntryList,
  Backtest,
  Caller,
  CancelCharge,
  CaptureCharge,
  ChangeRollout,
  Charge,
  ChargeList,
  CheckoutSession,
  CheckoutSessionList,
  ConfirmCheckoutSession,
  CreateApiKey,
  CreateChargeNote,
  CreateCheckoutSession,
  CreateExport,
  CreatePaymentLink,
  CreatePaymentMethod,
  CreateWebhookEndpoint,
  DecideCharge,
  DeletedApiKey,
  DeletedPaymentLink,
  DeletedPaymentMethod,
  DeletedRoutingRule,
  DeletedWebhookEndpoint,
  DeleteRoutingRuleQuery,
  DeliveryList,
  Dispute,
  DisputeList,
  Event,
  EventList,
  EventWithDeliveries,
  Export,
  HealthVerdict,
  ListApiKeysQuery,
  ListAuditEntriesQuery,
  ListChargeNotesQuery,
  ListChargesQuery,
  ListCheckoutSessionsQuery,
  ListDeliveriesQuery,
  ListDisputesQuery,
  ListEventsQuery,
  ListPaymentLinksQuery,
  ListPaymentMethodsQuery,
  ListRefundsQuery,
  Note,
  NoteList,
  PaymentLink,
  PaymentLinkList,
  PaymentMethod,
  PaymentMethodList,
  PublishedRoutingRule,
  Refund,
  RefundCharge,
  RefundList,
  Resend,
  ResendEvent,
  ResendFailedEvents,
  ResentEvent,
  RetrieveStatsQuery,
  RollBackRoutingRule,
  RotateApiKey,
  RotateWebhookSecret,
  RoutingPsp,
  RoutingPspList,
  RoutingRule,
  RoutingRuleList,
  RoutingRuleVersion,
  RoutingRuleVersionList,
  Stats,
  SwitchRoutingPsp,
  UpdateRoutingRule,
  UpdateWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointList,
  WebhookEndpointWithSecret,
} from './generated/api-types.ts';
import { createListing, type Listing } from './listing.ts';
import type { CallOptions, ClientOptions, PostOptions, RawInput, RawMethod } from './options.ts';
import { platformWith } from './platform.ts';
import { rawRequest } from './raw-request.ts';
import { createSend, createSendTo } from './send.ts';
import { type SignedWebhook, type SignOptions, signWebhook } from './sign-webhook.ts';
import { verifyWebhook, type WebhookHeaders } from './verify-webhook.ts';

/**
 * Every method resolves to the service's answer. What changes something is sent under an idempotency key, the same for every try.
 *
 * @throws `PaymentError` (each method's promise rejects with it): `code` says what was refused, `TransportError` that no answer came.
 */
export type Client = {
  readonly checkout: {
    readonly sessions: {
      /** Begins a payment: amount, currency, and the rule that chooses its PSPs. Give `client_secret` to the browser. */
      readonly create: (body: CreateCheckoutSession, options?: PostOptions) => Promise<CheckoutSession>;
      /** The session as it is now. */
      readonly retrieve: (id: string, options?: CallOptions) => Promise<CheckoutSession>;
      /** Pays it, at the next PSP too after a definite no. `processing` means that the outcome is not known yet: wait for the event, never pay again. */
      readonly confirm: (
        id: string,
        body: ConfirmCheckoutSession,
        options?: PostOptions,
      ) => Promise<CheckoutSession>;
      /** Ends an open session early. */
      readonly expire: (id: string, options?: PostOptions) => Promise<CheckoutSession>;
      /** Sessions, newest first. Await it for a page, `for await` for all. */
      readonly list: (
        query?: ListCheckoutSessionsQuery,
        options?: CallOptions,
      ) => Listing<CheckoutSessionList>;
    };
  };
  readonly charges: {
    /** One attempt to take a payment at one PSP account. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Charge>;
    /** Charges, newest first. */
    readonly list: (query?: ListChargesQuery, options?: CallOptions) => Listing<ChargeList>;
    /** Returns money of a captured charge, all of it without `amount`. Give an `idempotencyKey` of your own: another call is another refund. */
    readonly refund: (body: RefundCharge, options?: PostOptions) => Promise<Refund>;
    /** Takes money that is held, all of it without `amount`. */
    readonly capture: (body: CaptureCharge, options?: PostOptions) => Promise<Charge>;
    /** Releases money that is held. */
    readonly cancel: (body: CancelCharge, options?: PostOptions) => Promise<Charge>;
    /** Asks the PSP now, and records its answer. */
    readonly refresh: (id: string, options?: PostOptions) => Promise<Charge>;
    /** Records a person's decision about something that needs review. */
    readonly decide: (id: string, body: DecideCharge, options?: PostOptions) => Promise<Charge>;
    /** What people wrote about the charge. */
    readonly notes: {
      /** Adds a note for people. */
      readonly create: (id: string, body: CreateChargeNote, options?: PostOptions) => Promise<Note>;
      /** Its notes, newest first. */
      readonly list: (id: string, query?: ListChargeNotesQuery, options?: CallOptions) => Listing<NoteList>;
    };
  };
  readonly refunds: {
    /** One refund. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Refund>;
    /** Refunds, newest first. */
    readonly list: (query?: ListRefundsQuery, options?: CallOptions) => Listing<RefundList>;
  };
  readonly events: {
    /** With its deliveries. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<EventWithDeliveries>;
    /** Events of the last 30 days, newest first. */
    readonly list: (query?: ListEventsQuery, options?: CallOptions) => Listing<EventList>;
    /** Sends the event again, to one endpoint or to all that subscribe to its type. */
    readonly resend: (id: string, body?: ResendEvent, options?: PostOptions) => Promise<ResentEvent>;
  };
  readonly deliveries: {
    /** Events that have not arrived: still tried, or given up. */
    readonly list: (query: ListDeliveriesQuery, options?: CallOptions) => Listing<DeliveryList>;
  };
  readonly audit: {
    /** Who changed what, newest first. */
    readonly list: (query?: ListAuditEntriesQuery, options?: CallOptions) => Listing<AuditEntryList>;
  };
  readonly disputes: {
    /** One chargeback or inquiry. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Dispute>;
    /** Disputes, newest first. */
    readonly list: (query?: ListDisputesQuery, options?: CallOptions) => Listing<DisputeList>;
  };
  readonly paymentLinks: {
    /** An address at which a customer pays. */
    readonly create: (body: CreatePaymentLink, options?: PostOptions) => Promise<PaymentLink>;
    /** One payment link. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<PaymentLink>;
    /** Payment links, newest first. */
    readonly list: (query?: ListPaymentLinksQuery, options?: CallOptions) => Listing<PaymentLinkList>;
    /** Ends it: it begins no session any more. */
    readonly delete: (id: string, options?: PostOptions) => Promise<DeletedPaymentLink>;
    /** Makes a session of it, as its page does when a customer begins to pay. */
    readonly begin: (id: string, options?: PostOptions) => Promise<CheckoutSession>;
  };
  readonly paymentMethods: {
    /** Stores a card that the vault collected for a session of this customer. */
    readonly create: (body: CreatePaymentMethod, options?: PostOptions) => Promise<PaymentMethod>;
    /** One stored card. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<PaymentMethod>;
    /** A customer’s stored cards, newest first. */
    readonly list: (query: ListPaymentMethodsQuery, options?: CallOptions) => Listing<PaymentMethodList>;
    /** Deletes a stored card, in the vault too. */
    readonly delete: (id: string, options?: PostOptions) => Promise<DeletedPaymentMethod>;
  };
  readonly routing: {
    readonly backtests: {
      /** How far a backtest is, and what it found. */
      readonly retrieve: (id: string, options?: CallOptions) => Promise<Backtest>;
    };
    readonly rules: {
      /** Replays recent sessions of this rule under it. While it is `running`, retrieve it again. */
      readonly backtest: (
        body: Omit<UpdateRoutingRule, 'dry_run' | 'backtest' | 'note'> & { readonly sessions: number },
        options?: PostOptions,
      ) => Promise<Backtest>;
      /** Publishes a rule, stores a draft, or with `dry_run` only checks it. */
      readonly update: (body: UpdateRoutingRule, options?: PostOptions) => Promise<PublishedRoutingRule>;
      /** The rule in force. */
      readonly retrieve: (name: string, options?: CallOptions) => Promise<RoutingRule>;
      /** All rules in force. */
      readonly list: (options?: CallOptions) => Promise<RoutingRuleList>;
      /** Sessions that it has planned keep their plan, and a rollback brings it back. */
      readonly delete: (
        name: string,
        query?: DeleteRoutingRuleQuery,
        options?: PostOptions,
      ) => Promise<DeletedRoutingRule>;
      /** Publishes the content of an earlier version. */
      readonly rollback: (
        name: string,
        body: RollBackRoutingRule,
        options?: PostOptions,
      ) => Promise<PublishedRoutingRule>;
      /** Changes the candidate's share of the sessions, or ends its rollout. */
      readonly rollout: (
        name: string,
        body: ChangeRollout,
        options?: PostOptions,
      ) => Promise<PublishedRoutingRule>;
      readonly versions: {
        /** A rule’s versions, newest first. */
        readonly list: (name: string, options?: CallOptions) => Promise<RoutingRuleVersionList>;
        /** One version, with what it changed. */
        readonly retrieve: (
          name: string,
          version: number,
          options?: CallOptions,
        ) => Promise<RoutingRuleVersion>;
        /** Publishes a draft. Needs a different API key than the one that wrote it. */
        readonly approve: (
          name: string,
          version: number,
          options?: PostOptions,
        ) => Promise<PublishedRoutingRule | DeletedRoutingRule>;
      };
    };
    readonly psps: {
      /** The PSP accounts, and which of them are closed. */
      readonly list: (options?: CallOptions) => Promise<RoutingPspList>;
      /** Closes an account for new attempts, or opens it again. In force within 20 seconds. */
      readonly update: (id: string, body: SwitchRoutingPsp, options?: PostOptions) => Promise<RoutingPsp>;
    };
    readonly health: {
      /** How each PSP account is doing, and how far rules steer away from it. */
      readonly retrieve: (options?: CallOptions) => Promise<HealthVerdict>;
    };
  };
  readonly apiKeys: {
    /** Only this answer contains the secret. It is null if a call under the same idempotency key was answered before. */
    readonly create: (body: CreateApiKey, options?: PostOptions) => Promise<ApiKeyWithSecret>;
    /** API keys, newest first, without their secrets. */
    readonly list: (query?: ListApiKeysQuery, options?: CallOptions) => Listing<ApiKeyList>;
    /** One API key, without its secret. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<ApiKey>;
    /** A new secret for the same key. Null, likewise. */
    readonly rotate: (id: string, body?: RotateApiKey, options?: PostOptions) => Promise<ApiKeyWithSecret>;
    /** It stops working within a minute, with every secret that it had. */
    readonly delete: (id: string, options?: PostOptions) => Promise<DeletedApiKey>;
  };
  readonly stats: {
    /** Attempts, approval, latency and money by hour or day, counted as they happened. */
    readonly retrieve: (query: RetrieveStatsQuery, options?: CallOptions) => Promise<Stats>;
  };
  readonly exports: {
    /** Begins a file of charges, movements, refunds or disputes. */
    readonly create: (body: CreateExport, options?: PostOptions) => Promise<Export>;
    /** How far it is, and a new link to the file once it is `done`. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<Export>;
  };
  readonly me: {
    /** Who you are to the service: your key's name and scopes, and the environment. */
    readonly retrieve: (options?: CallOptions) => Promise<Caller>;
  };
  readonly webhookEndpoints: {
    /** Only this answer contains the secret. It is null if another API key made the same call under the same idempotency key before. */
    readonly create: (
      body: CreateWebhookEndpoint,
      options?: PostOptions,
    ) => Promise<WebhookEndpointWithSecret>;
    /** All endpoints, without their secrets. */
    readonly list: (options?: CallOptions) => Promise<WebhookEndpointList>;
    /** One endpoint, without its secret. */
    readonly retrieve: (id: string, options?: CallOptions) => Promise<WebhookEndpoint>;
    /** Changes its address, its event types, or whether it is enabled. */
    readonly update: (
      id: string,
      body: UpdateWebhookEndpoint,
      options?: PostOptions,
    ) => Promise<WebhookEndpoint>;
    /** Ends it. What has not arrived is not sent any more. */
    readonly delete: (id: string, options?: PostOptions) => Promise<DeletedWebhookEndpoint>;
    /** A new secret. For a while, webhooks are signed with both. */
    readonly rotate: (
      id: string,
      body?: RotateWebhookSecret,
      options?: PostOptions,
    ) => Promise<WebhookEndpointWithSecret>;
    /** Sends what was given up again, at most 1,000 events a call. */
    readonly resend: (id: string, body: ResendFailedEvents, options?: PostOptions) => Promise<Resend>;
    /** Sends a test event to the endpoint. */
    readonly test: (id: string, options?: PostOptions) => Promise<Event>;
  };
  readonly webhooks: {
    /**
     * The event in a webhook. An event may come more than once: store its `id`.
     *
     * @param body The raw body as received, before any parser.
     * @param headers As received.
     * @param secret The endpoint's, `whsec_…`.
     * @throws `WebhookVerificationError` if it is not from this service, or older than five minutes.
     * @example
     * const event = await client.webhooks.verify(await request.text(), request.headers, secret);
     */
    readonly verify: (body: string | Uint8Array, headers: WebhookHeaders, secret: string) => Promise<Event>;
    /**
     * A webhook that `verify` accepts, to test your handler with.
     *
     * @param event Sent as JSON, a string as it is. Its `id` is the webhook's.
     * @param secret The one that your handler verifies with.
     * @throws `TypeError` if the event cannot be sent, or the secret is not one.
     * @example
     * const { body, headers } = await client.webhooks.sign({ id: 'evt_1', type: 'charge.captured' }, secret);
     */
    readonly sign: (event: object | string, secret: string, options?: SignOptions) => Promise<SignedWebhook>;
  };
  /**
   * Any call of the service, for what has no method here. Keys, retries and errors are those of the methods.
   *
   * @param path As in an address: `/v1/charges/ch_…`.
   * @example
   * const charge = await client.rawRequest('GET', '/v1/charges/ch_…');
   */
  readonly rawRequest: (
    method: RawMethod,
    path: string,
    input?: RawInput,
    options?: PostOptions,
  ) => Promise<unknown>;
};

/**
 * A client for the payment routing service, with retries.
 *
 * @param options Your API key, and the service's address.
 * @throws `TypeError` if an option is invalid.
 * @example
 * const client = createClient({ baseUrl: 'https://pay.example.com', apiKey });
 * const session = await client.checkout.sessions.create({ amount: 2599, currency: 'eur', success_url });
 */
export const createClient = (options: ClientOptions): Client => {
  const platform = platformWith(options.fetch);
  const settings = checkOptions(options);
  const sendTo = createSendTo(settings, platform);
  const send = createSend(sendTo);
  return {
    checkout: {
      sessions: {
        create: (body, options) => send('createCheckoutSession', { body }, options),
        retrieve: (id, options) => send('retrieveCheckoutSession', { path: { id } }, options),
        confirm: (id, body, options) => send('confirmCheckoutSession', { path: { id }, body }, options),
        expire: (id, options) => send('expireCheckoutSession', { path: { id }, body: {} }, options),
        list: (query = {}, options) =>
          createListing(query, (page) => send('listCheckoutSessions', { query: page }, options)),
      },
    },
    charges: {
      retrieve: (id, options) => send('retrieveCharge', { path: { id } }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listCharges', { query: page }, options)),
      refund: (body, options) => send('refundCharge', { body }, options),
      capture: (body, options) => send('captureCharge', { body }, options),
      cancel: (body, options) => send('cancelCharge', { body }, options),
      refresh: (id, options) => send('refreshCharge', { path: { id }, body: {} }, options),
      decide: (id, body, options) => send('decideCharge', { path: { id }, body }, options),
      notes: {
        create: (id, body, options) => send('createChargeNote', { path: { id }, body }, options),
        list: (id, query = {}, options) =>
          createListing(query, (page) => send('listChargeNotes', { path: { id }, query: page }, options)),
      },
    },
    refunds: {
      retrieve: (id, options) => send('retrieveRefund', { path: { id } }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listRefunds', { query: page }, options)),
    },
    events: {
      retrieve: (id, options) => send('retrieveEvent', { path: { id } }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listEvents', { query: page }, options)),
      resend: (id, body = {}, options) => send('resendEvent', { path: { id }, body }, options),
    },
    deliveries: {
      list: (query, options) =>
        createListing(query, (page) => send('listDeliveries', { query: page }, options)),
    },
    audit: {
      list: (query = {}, options) =>
        createListing(query, (page) => send('listAuditEntries', { query: page }, options)),
    },
    disputes: {
      retrieve: (id, options) => send('retrieveDispute', { path: { id } }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listDisputes', { query: page }, options)),
    },
    paymentLinks: {
      create: (body, options) => send('createPaymentLink', { body }, options),
      retrieve: (id, options) => send('retrievePaymentLink', { path: { id } }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listPaymentLinks', { query: page }, options)),
      delete: (id, options) => send('deletePaymentLink', { path: { id } }, options),
      begin: (id, options) => send('beginPaymentLink', { path: { id }, body: {} }, options),
    },
    paymentMethods: {
      create: (body, options) => send('createPaymentMethod', { body }, options),
      retrieve: (id, options) => send('retrievePaymentMethod', { path: { id } }, options),
      list: (query, options) =>
        createListing(query, (page) => send('listPaymentMethods', { query: page }, options)),
      delete: (id, options) => send('deletePaymentMethod', { path: { id } }, options),
    },
    routing: {
      backtests: {
        retrieve: (id, options) => send('retrieveBacktest', { path: { id } }, options),
      },
      rules: {
        update: (body, options) => send('updateRoutingRules', { body }, options),
        retrieve: (name, options) => send('retrieveRoutingRule', { path: { name } }, options),
        list: (options) => send('listRoutingRules', {}, options),
        backtest: async ({ sessions, ...rule }, options) => {
          const body = { ...rule, dry_run: true, backtest: { sessions } };
          const { backtest } = await send('updateRoutingRules', { body }, options);
          if (backtest === undefined) throw new Error('The service answered without a backtest.');
          return backtest;
        },
        delete: (name, query = {}, options) => send('deleteRoutingRule', { path: { name }, query }, options),
        rollback: (name, body, options) => send('rollBackRoutingRule', { path: { name }, body }, options),
        rollout: (name, body, options) => send('changeRollout', { path: { name }, body }, options),
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
      psps: {
        list: (options) => send('listRoutingPsps', {}, options),
        update: (id, body, options) => send('switchRoutingPsp', { path: { id }, body }, options),
      },
      health: {
        retrieve: (options) => send('retrieveRoutingHealth', {}, options),
      },
    },
    apiKeys: {
      create: (body, options) => send('createApiKey', { body }, options),
      list: (query = {}, options) =>
        createListing(query, (page) => send('listApiKeys', { query: page }, options)),
      retrieve: (id, options) => send('retrieveApiKey', { path: { id } }, options),
      rotate: (id, body = {}, options) => send('rotateApiKey', { path: { id }, body }, options),
      delete: (id, options) => send('deleteApiKey', { path: { id } }, options),
    },
    stats: {
      retrieve: (query, options) => send('retrieveStats', { query }, options),
    },
    exports: {
      create: (body, options) => send('createExport', { body }, options),
      retrieve: (id, options) => send('retrieveExport', { path: { id } }, options),
    },
    me: {
      retrieve: (options) => send('retrieveCaller', {}, options),
    },
    webhookEndpoints: {
      create: (body, options) => send('createWebhookEndpoint', { body }, options),
      list: (options) => send('listWebhookEndpoints', {}, options),
      retrieve: (id, options) => send('retrieveWebhookEndpoint', { path: { id } }, options),
      update: (id, body, options) => send('updateWebhookEndpoint', { path: { id }, body }, options),
      delete: (id, options) => send('deleteWebhookEndpoint', { path: { id } }, options),
      rotate: (id, body = {}, options) => send('rotateWebhookSecret', { path: { id }, body }, options),
      resend: (id, body, options) => send('resendFailedEvents', { path: { id }, body }, options),
      test: (id, options) => send('testWebhookEndpoint', { path: { id }, body: {} }, options),
    },
    webhooks: {
      verify: (body, headers, secret) => verifyWebhook<Event>(platform, body, headers, secret),
      sign: (event, secret, options) => signWebhook(platform, event, secret, options),
    },
    rawRequest: (method, path, input, options) =>
      rawRequest(sendTo, settings, { method, path, input }, options),
  };
};
