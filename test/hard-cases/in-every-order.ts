import { expect } from '@jest/globals';
import type { OneCharge } from './authorized.ts';

/** Every order in which so many events can come. */
export const orders = (count: number): readonly (readonly number[])[] =>
  count === 0
    ? [[]]
    : orders(count - 1).flatMap((order) =>
        Array.from({ length: count }, (_, place) => order.toSpliced(place, 0, count - 1)),
      );

/** Delivers what the PSP has sent since, once each and in this order. */
export const deliverIn = async (
  { scene, psp }: OneCharge,
  since: number,
  order: readonly number[],
): Promise<void> => {
  const events = scene.sent.slice(since).map(({ event }) => event);
  expect(events).toHaveLength(order.length);
  for (const place of order) {
    const event = events[place];
    if (event) await scene.deliver(psp, event);
  }
};
