import type { WebhookEndpoint } from '../types/webhook.ts';

/**
 * An endpoint's deliveries wait in this many lanes. Each has its own worker and its own key in the index of due deliveries, which takes 1,000 writes
 * a second. May be raised at any time, and lowered once the lanes above are empty.
 */
export const lanes = 8;

/** The most requests in progress at once from one lane. */
export const laneLimit = 10;

export const everyLane: readonly number[] = Array.from({ length: lanes }, (_, lane) => lane);

/** Events of one batch that share a lane, so that a small batch starts one worker. */
const together = 25;

/** An endpoint without a success for this long is down. Milliseconds. */
const downAfter_ms = 60_000;

/** The lane of each event of a batch, in order. */
export const lanesOf = (events: readonly string[]): readonly number[] => {
  const first = sumOf(events[0] ?? '');
  return events.map((_, index) => (first + Math.floor(index / together)) % lanes);
};

/** Whether the endpoint has been failing for a minute. All its lanes then share one worker, which is started as lane 0's. */
export const isDown = ({ failing_since }: Pick<WebhookEndpoint, 'failing_since'>, now: number): boolean =>
  failing_since !== undefined && now - failing_since >= downAfter_ms;

const sumOf = (id: string): number => [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0);
