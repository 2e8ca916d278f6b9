import type { Author } from '../types/audit-entry.ts';
import type { Clock, Log, NewId, RowStore } from '../types/ports.ts';
import type { RenderedResponse } from '../types/records.ts';
import type { HttpResponse } from '../types/transport.ts';
import type { Lane, ShownWebhook, WebhookEndpoint, WebhookStore } from '../types/webhook.ts';

export type EnqueuePorts = {
  readonly store: WebhookStore;
  /** The environment's own destination, which callers cannot change and nothing disables. */
  readonly bus?: WebhookEndpoint | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** Starts the worker of a lane, without waiting for its end. */
  readonly wake: (lane: Lane) => Promise<void>;
};

export type DeliveryPorts = EnqueuePorts & {
  readonly worker: string;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly schedule_s: readonly number[];
  /** Unix milliseconds at which the worker is stopped. */
  readonly deadline: number;
  readonly send: (endpoint: WebhookEndpoint, delivery: Outgoing) => Promise<HttpResponse>;
};

/** A request to be signed. `body`: the event's bytes. */
export type Outgoing = { readonly event: string; readonly body: string; readonly now: number };

export type EndpointPorts = EnqueuePorts & {
  readonly rows: RowStore;
  readonly newId: NewId;
  readonly livemode: boolean;
  /** The caller, for the audit trail. */
  readonly by: Author;
  readonly render: (shown: ShownWebhook) => RenderedResponse;
};
