import type { Act } from '../events/audit-row.ts';
import type { Clock, NewId, Report, RowStore } from '../types/ports.ts';
import type { Answer } from '../types/records.ts';
import type { HttpAnswer } from '../types/transport.ts';
import type { ShownWebhook, WebhookEndpoint, WebhookStore } from '../types/webhook.ts';

/** The ports of the code that sends events. */
export type EnqueuePorts = {
  readonly store: WebhookStore;
  /** A destination of the environment's own, which no caller can change and nothing disables. */
  readonly bus?: WebhookEndpoint | undefined;
  readonly clock: Clock;
  readonly report: Report;
  /** Starts the worker of an endpoint, without waiting for its end. */
  readonly wake: (endpoint: string) => Promise<void>;
};

/** The world as the worker of an endpoint sees it. */
export type DeliveryPorts = EnqueuePorts & {
  /** Names this worker, and no other. */
  readonly worker: string;
  /** From 0 to 1. */
  readonly random: () => number;
  readonly schedule_s: readonly number[];
  /** Unix milliseconds at which the worker is stopped. */
  readonly deadline: number;
  readonly send: (endpoint: WebhookEndpoint, delivery: Outgoing) => Promise<HttpAnswer>;
};

/** A signed request to be. `body`: the event's bytes. */
export type Outgoing = { readonly event: string; readonly body: string; readonly now: number };

/** The world as the calls about endpoints see it. */
export type EndpointPorts = EnqueuePorts & {
  readonly rows: RowStore;
  readonly newId: NewId;
  readonly livemode: boolean;
  /** Who calls, for the audit trail. */
  readonly by: Pick<Act, 'actor' | 'request_id'>;
  readonly render: (shown: ShownWebhook) => Answer;
};
