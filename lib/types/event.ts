/** The types of events that a merchant can receive. */
export const eventTypes = [
  'checkout.session.paid',
  'checkout.session.authorized',
  'checkout.session.processing',
  'checkout.session.requires_action',
  'checkout.session.payment_failed',
  'checkout.session.canceled',
  'checkout.session.expired',
  'charge.captured',
  'charge.capture_failed',
  'charge.canceled',
  'charge.needs_review',
  'charge.reversed',
  'charge.external_change',
  'refund.pending',
  'refund.succeeded',
  'refund.failed',
  'dispute.opened',
  'dispute.updated',
  'dispute.won',
  'dispute.lost',
  'routing.rule.published',
  'routing.rollout.stopped',
  'routing.health.changed',
  'webhook_endpoint.test',
] as const;

export type EventType = (typeof eventTypes)[number];

/**
 * A summary of the object that an event is about; the merchant can read the full object. At most 1 KB, never card data, never a client secret. `seq`
 * is the object's revision: of two events about one object, the one with the higher `seq` is later. Amounts in minor units.
 */
export type EventData = {
  readonly id: string;
  readonly object:
    | 'checkout.session'
    | 'charge'
    | 'refund'
    | 'dispute'
    | 'routing.rule'
    | 'routing.health'
    | 'webhook_endpoint';
  readonly seq: number;
  readonly status?: string;
  readonly payment_status?: string;
  readonly amount?: number;
  readonly amount_captured?: number;
  readonly currency?: string;
  readonly reference?: string;
  readonly session?: string;
  readonly charge?: string;
  readonly psp?: string;
  readonly reason?: string;
};

/** One transition of one object. The same transition always gets the same id. */
export type Event = {
  /** `evt_` + 26 characters, derived from the object's id, its revision and the transition. */
  readonly id: string;
  readonly object: 'event';
  readonly type: EventType;
  /** Unix seconds. */
  readonly created: number;
  readonly livemode: boolean;
  readonly data: EventData;
};
