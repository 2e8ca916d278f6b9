import type { WebhookEndpoint } from '../types/webhook.ts';

/**
 * An endpoint's deliveries wait in this many lanes. Each has a worker of its own, and its own key in the index of due deliveries, which takes 1,000
 * writes a second. May be raised at any time, and lowered once the lanes above are empty.
 */
export const lanes = 8;

/** Requests under way at once from one lane. */
export const laneLimit = 10;

export const everyLane: readonly number[] = Array.from({ length: lanes }, (_, lane) => lane);

/** Events of one batch that share a lane, so that a small batch starts one worker. */
const together = 25;

/** Without a success for this long, an endpoint is down. Milliseconds. */
const downAfter_ms = 60_000;

/** The lane of each event of a batch, in order. */
export const lanesOf = (events: readonly string[]): readonly number[] => {
  const first = sumOf(events[0] ?? '');
  return events.map((_, index) => (first + Math.floor(index / together)) % lanes);
};

/** Whether nothing has succeeded at the endpoint for a minute. All its lanes then share one worker, which is woken as lane 0's. */
export const isDown = ({ failing_since }: Pick<WebhookEndpoint, 'failing_since'>, now: number): boolean =>
  failing_since !== undefined && now - failing_since >= downAfter_ms;

const sumOf = (id: string): number => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0);
