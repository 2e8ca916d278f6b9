import type { Outgoing } from '../../lib/outbound-webhooks/webhook-ports.ts';
import type { HttpResponse } from '../../lib/types/transport.ts';
import type { Chance } from './chance.ts';
import { day_ms, hour_ms, minute_ms } from './stories.ts';
import type { Outage } from './troubles.ts';

/** How busy the shop is in each hour of a day, UTC. */
const busy = [3, 2, 1, 1, 1, 2, 4, 8, 12, 15, 17, 18, 19, 17, 16, 17, 19, 22, 26, 28, 25, 18, 11, 6] as const;

const customers = 436;
/** As long ago did it begin: more than a week, so that what has been open since then waits for a person. */
export const length_ms = 7 * day_ms + 3 * hour_ms;

/** When customers come, in milliseconds of the week that ends at `end`. */
export const drawArrivals = (chance: Chance, end: number): readonly number[] => {
  const hours = Math.floor(length_ms / hour_ms);
  const weights = Array.from({ length: hours }, (_, hour) => {
    const at = new Date(end - length_ms + hour * hour_ms);
    const weekend = [0, 6].includes(at.getUTCDay()) ? 1.25 : 1;
    return [hour, (busy[at.getUTCHours()] ?? 1) * weekend] as const;
  });
  return Array.from({ length: customers }, () => chance.draw(weights) * hour_ms + chance.random() * hour_ms)
    .filter((at) => at < length_ms - 10 * minute_ms)
    .toSorted((a, b) => a - b);
};

/** One PSP fell the evening before last. Its first minutes were worse than slow. */
export const outageOf = (end: number): Outage => {
  const evening = new Date(end - 2 * day_ms).setUTCHours(15, 12, 0, 0);
  return { psp: 'adyen', from: evening, to: evening + 6.8 * hour_ms };
};

/** The merchant's own server: it fails for all payments in yen, and one night for everybody. */
export const merchantAnswer = (end: number, now: () => number, { body }: Outgoing): HttpResponse => {
  const night = new Date(end - day_ms).setUTCHours(2, 30, 0, 0);
  const isDown = now() >= night && now() < night + 95 * minute_ms;
  const usual = body.includes('"currency":"jpy"') ? 500 : 200;
  const status = isDown ? 503 : usual;
  return { kind: 'answered', status, headers: {}, body: '' };
};
