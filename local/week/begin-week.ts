import { paymentLists } from '../../lib/runtime/payment-lists.ts';
import { tables } from '../../lib/storage/tables.ts';
import { endsOfStreams, type StreamEnds } from '../aws/skip-streams.ts';
import { storeOf } from '../aws/store-of.ts';
import type { Parts, PartsOptions } from '../service/start-parts.ts';
import { createMovedTime } from './moved-time.ts';
import { length_ms } from './plan-week.ts';
import { writeWeek } from './write-week.ts';

export type BegunWeek = {
  /** What the parts of the service need for it. */
  readonly parts: Required<Pick<PartsOptions, 'time' | 'seeded'>>;
  /** Once the functions' environment is set, and before anything reads the streams. */
  readonly write: (
    parts: Parts,
    environment: Readonly<Record<string, string>>,
  ) => Promise<{ readonly payments: number; readonly ends: StreamEnds | undefined }>;
};

/** What a week tells of its records itself: their streams would tell it as of today. */
const streamed = ['sessions', 'charges', 'rules', 'events'];

/** A week of payments for a service that starts. */
export const beginWeek = (): BegunWeek => {
  const time = createMovedTime();
  const end = time.now();
  const seeded = end - length_ms;
  // What starts now, as the seeded rules' deployment, starts then.
  time.moveTo(seeded);
  return {
    parts: { time, seeded },
    write: async ({ psps, dynamoDb, appConfig }, environment) => {
      if (!dynamoDb || !appConfig || psps.simulators.size < Object.keys(psps.psps).length)
        throw new Error(
          'A week of payments needs the local store, the local AppConfig and every simulated PSP.',
        );
      const held = await paymentLists().sessions({ filters: {}, limit: 1 });
      if (held.rows.length > 0) {
        time.release();
        return { payments: 0, ends: undefined };
      }
      const payments = await writeWeek({ time, end, psps, base_url: environment.PUBLIC_URL ?? '' });
      const names = tables
        .filter(({ id }) => streamed.includes(id))
        .map(({ variable }) => environment[variable] ?? '');
      return { payments, ends: await endsOfStreams(storeOf(environment), names) };
    },
  };
};
