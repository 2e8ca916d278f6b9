import type { EventType } from './event.ts';
import type { RecordedAct } from './recorded-act.ts';
import type { RenderedResponse } from './records.ts';

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
  /** Until then (Unix milliseconds), the previous generation's secret signs as well. */
  readonly previous_until?: number;
  /** Unix milliseconds of the first failed try after the last success. */
  readonly failing_since?: number;
};

/** Every endpoint of the environment, oldest first, as one record. `rev` rises with each change. */
export type WebhookEndpoints = { readonly rev: number; readonly endpoints: readonly WebhookEndpoint[] };

/** The delivery of one event to one endpoint. */
export type Delivery = {
  /** Derived from event and endpoint, so that each event gets one delivery per endpoint. */
  readonly id: string;
  readonly event: string;
  readonly endpoint: string;
  /** The endpoint's lane that it waits in, from 0. Absent in records from before there were lanes: 0. */
  readonly lane?: number;
  readonly rev: number;
  readonly status: 'pending' | 'succeeded' | 'failed';
  /** Tries so far, and how many of them were before the last manual resend. */
  readonly attempt: number;
  readonly attempts_before: number;
  /** Unix milliseconds of the last try, also of one that found the event no longer stored. */
  readonly at?: number;
  /** The HTTP status of the last try; absent without a response. */
  readonly http_status?: number;
  /** Unix milliseconds of the next try; only while pending. */
  readonly next_at?: number;
  /** Unix seconds after which it is deleted. */
  readonly ttl: number;
};

/** Pending or given-up deliveries of a lane. `from`, `to`: Unix milliseconds, inclusive, of the next or the last try. */
export type Unsent = {
  readonly status: UnsentStatus;
  readonly from?: number;
  readonly to?: number;
  readonly limit: number;
};

/** `failed`: given up. */
export const unsentStatuses = ['pending', 'failed'] as const;
export type UnsentStatus = (typeof unsentStatuses)[number];

/** The failed deliveries of an endpoint that one call sent again. `from`, `to` in Unix seconds. */
export type Resent = {
  readonly endpoint: string;
  readonly from: number;
  readonly to: number;
  readonly resent: number;
  readonly has_more: boolean;
};

export type StoredResponse = {
  readonly key: string;
  readonly hash: string;
  readonly answer: RenderedResponse;
};

/**
 * Endpoints and deliveries. Reads are consistent, except `due` and `unsent`. Every method throws `ApiError('storage_unavailable')` if the store
 * cannot be reached in time; a write that threw may still have been stored.
 */
export type WebhookStore = {
  readonly endpoints: () => Promise<WebhookEndpoints>;
  /** Replaces the record at `rev` (0: there is none) and writes the given items, all or nothing. False if either has changed meanwhile. */
  readonly replaceEndpoints: (
    rev: number,
    endpoints: readonly WebhookEndpoint[],
    beside?: { readonly remembered?: StoredResponse | undefined; readonly act?: RecordedAct | undefined },
  ) => Promise<boolean>;
  readonly storedResponse: (key: string) => Promise<StoredResponse | undefined>;
  /** False if a response is already stored under this key. */
  readonly storeResponse: (remembered: StoredResponse) => Promise<boolean>;
  /** The event as sent, byte for byte. */
  readonly event: (id: string) => Promise<string | undefined>;
  /** Adds the deliveries that do not exist yet. */
  readonly addDeliveries: (deliveries: readonly Delivery[]) => Promise<void>;
  readonly delivery: (id: string) => Promise<Delivery | undefined>;
  /** Replaces the delivery's previous revision. False if it has changed meanwhile. */
  readonly replaceDelivery: (delivery: Delivery) => Promise<boolean>;
  /** Pending deliveries in a lane with `next_at` no later than `before`, earliest first. */
  readonly due: (lane: Lane, before: number, limit: number) => Promise<readonly Due[]>;
  /** Deliveries in a lane, with a time: pending ones with their next try, earliest first; given-up ones with their last try, latest first. */
  readonly unsent: (lane: Lane, asked: Unsent) => Promise<readonly Due[]>;
  /** These deliveries (at most 50), each with its event's bytes if the event is still stored. Those that do not exist are left out. */
  readonly outgoing: (
    asked: readonly { readonly id: string; readonly event: string }[],
  ) => Promise<readonly OutgoingDelivery[]>;
  /**
   * Notes that there is work. If the lane has no worker, makes the caller its only worker until `until`; otherwise returns undefined, and the current
   * worker sees the note.
   */
  readonly takeLease: (lane: Lane, lease: Lease) => Promise<Held | undefined>;
  /** Extends the caller's lease. False if it was lost. */
  readonly renewLease: (lane: Lane, lease: Pick<Lease, 'worker' | 'until'>) => Promise<boolean>;
  /** True if the lease is released or was lost. If work was noted since `held`, keeps the lease and returns the new count. */
  readonly releaseLease: (lane: Lane, worker: string, held: Held) => Promise<true | Held>;
};

/** One of an endpoint's queues, with at most one worker at a time. */
export type Lane = { readonly endpoint: string; readonly lane: number };

/** A delivery and its time in Unix milliseconds: `next_at`, unless stated otherwise. */
export type Due = { readonly id: string; readonly at: number };

/** `body`: the event as sent, byte for byte; undefined if it is no longer stored. */
export type OutgoingDelivery = { readonly delivery: Delivery; readonly body: string | undefined };

/** `until`, `now`: Unix milliseconds. */
export type Lease = { readonly worker: string; readonly now: number; readonly until: number };

/** How often work had been noted when the worker last checked. */
export type Held = { readonly words: number };

/** The result of a call about endpoints. `secret`: with the endpoint's secret; `event`: the event's bytes. */
export type ShownWebhook =
  | { readonly endpoint: WebhookEndpoint; readonly secret?: true }
  | { readonly deleted: string }
  | { readonly resent: Resent }
  | { readonly event: string; readonly deliveries?: readonly Delivery[] };
