import type { EventType } from './event.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { Answer } from './records.ts';

/** Where a merchant receives events. */
export type WebhookEndpoint = {
  /** `we_` + 26 characters. */
  readonly id: string;
  readonly url: string;
  /** Types of events, or `*` for all. */
  readonly events: readonly (EventType | '*')[];
  readonly description?: string;
  readonly status: 'enabled' | 'disabled';
  /** `requested` by the merchant, or `failing` for five days. */
  readonly disabled_reason?: 'requested' | 'failing';
  readonly livemode: boolean;
  /** Unix seconds. */
  readonly created: number;
  /** The generation of its secret; each rotation raises it. */
  readonly generation: number;
  /** Until then (Unix milliseconds), the previous generation's secret signs too. */
  readonly previous_until?: number;
  /** Unix milliseconds of the first failed try after the last success. */
  readonly failing_since?: number;
};

/** Every endpoint of the environment, oldest first, as one record. `rev` rises with each change. */
export type WebhookEndpoints = { readonly rev: number; readonly endpoints: readonly WebhookEndpoint[] };

/** One event on its way to one endpoint. */
export type Delivery = {
  /** Derived from event and endpoint, so that each event gets one delivery per endpoint. */
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  /** Which of its endpoint's lanes it waits in, from 0. Absent in records from before there were lanes: 0. */
  readonly lane?: number;
  readonly rev: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Tries so far, and how many of them preceded the last manual resend. */
  readonly attempt: number;
  readonly attempts_before: number;
  /** Unix milliseconds of the last try. */
  readonly at?: number;
  /** The status that the last try got; absent if there was no answer. */
  readonly http_status?: number;
  /** Unix milliseconds of the next try; only while pending. */
  readonly next_at?: number;
  /** Unix seconds after which it is deleted. */
  readonly ttl: number;
};

/** What waits, or was given up, in a lane. `from`, `to`: Unix milliseconds, inclusive, of the next try or of the last one. */
export type Unsent = {
  readonly status: UnsentStatus;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
};

/** `failed`: given up. */
export const unsentStatuses = ['pending', 'failed'] as const;
export type UnsentStatus = (typeof unsentStatuses)[number];

/** What a call sent again of an endpoint's failed deliveries; `from`, `to` in Unix seconds. */
export type Resent = {
  readonly endpoint: string;
  readonly from: number;
  readonly to: number;
  readonly resent: number;
  readonly has_more: boolean;
};

/** The answer given under an idempotency key. */
export type RememberedAnswer = { readonly key: string; readonly hash: string; readonly answer: Answer };

/**
 * Endpoints and deliveries. Reads are consistent, except `due` and `unsent`. Every method throws `ApiError('storage_unavailable')` if the store cannot
 * be reached in time; a write that threw may have happened.
 */
export type WebhookStore = {
  readonly endpoints: () => Promise<WebhookEndpoints>;
  /** Replaces the record at `rev` (0: there is none) and writes the rest with it, all or nothing. False if either has changed meanwhile. */
  readonly replaceEndpoints: (
    rev: number,
    endpoints: readonly WebhookEndpoint[],
    beside?: { readonly remembered?: RememberedAnswer | undefined; readonly act?: RecordedAct | undefined },
  ) => Promise<boolean>;
  readonly rememberedAnswer: (key: string) => Promise<RememberedAnswer | undefined>;
  /** False if an answer is already remembered under this key. */
  readonly rememberAnswer: (remembered: RememberedAnswer) => Promise<boolean>;
  /** The event as sent, byte for byte. */
  readonly event: (id: string) => Promise<string | undefined>;
  /** Adds the deliveries that do not exist yet. */
  readonly addDeliveries: (deliveries: readonly Delivery[]) => Promise<void>;
  readonly delivery: (id: string) => Promise<Delivery | undefined>;
  /** Replaces the delivery's previous revision. False if it has changed meanwhile. */
  readonly replaceDelivery: (delivery: Delivery) => Promise<boolean>;
  /** Pending deliveries in a lane with `next_at` no later than `before`, earliest first. */
  readonly due: (lane: Lane, before: number, limit: number) => Promise<readonly Due[]>;
  /** Deliveries in a lane, and the time of their next try, the next first, or of the last one if they were given up, the newest first. */
  readonly unsent: (lane: Lane, asked: Unsent) => Promise<readonly Due[]>;
  /** These deliveries (at most 50), each with its event's bytes if the event is still kept. Those that do not exist are left out. */
  readonly outgoing: (
    asked: readonly { readonly id: string; readonly event: string }[],
  ) => Promise<readonly OutgoingDelivery[]>;
  /** Leaves word that there is work, and makes the caller the lane's only worker until `until` if there is none. Undefined if there is one, which then has the word. */
  readonly takeLease: (lane: Lane, lease: Lease) => Promise<Held | undefined>;
  /** Prolongs the caller's lease. False if it was lost. */
  readonly renewLease: (lane: Lane, lease: Pick<Lease, 'worker' | 'until'>) => Promise<boolean>;
  /** True if the lease is released or was lost. If word was left since `held`, keeps the lease and returns the new count. */
  readonly releaseLease: (lane: Lane, worker: string, held: Held) => Promise<true | Held>;
};

/** One of an endpoint's queues, with at most one worker at a time. */
export type Lane = { readonly endpoint: string; readonly lane: number };

/** A delivery and its time in Unix milliseconds: its `next_at`, unless said otherwise. */
export type Due = { readonly id: string; readonly at: number };

/** `body`: the event as sent, byte for byte; undefined if it is no longer kept. */
export type OutgoingDelivery = { readonly delivery: Delivery; readonly body: string | undefined };

/** `until`, `now`: Unix milliseconds. */
export type Lease = { readonly worker: string; readonly now: number; readonly until: number };

/** How often word had been left when the worker last looked. */
export type Held = { readonly words: number };

/** The answer to a call about endpoints. `secret`: with the endpoint's secret; `event`: the event's bytes. */
export type ShownWebhook =
  | { readonly endpoint: WebhookEndpoint; readonly secret?: true }
  | { readonly deleted: string }
  | { readonly resent: Resent }
  | { readonly event: string; readonly deliveries?: readonly Delivery[] };
