import { createClient } from '../../clients/server/src/index.ts';
import type { OpenThing } from '../../lib/types/open-things.ts';
import { type Booked, readBooks } from './books.ts';
import type { Victim } from './victim.ts';

/**
 * The person whom the alarm of a charge that needs review calls: looks into the PSP's own books and says through the API what is there. Comes to this only
 * where a PSP has no look-up, the request was lost on the way and the function that held the card was killed. Gives how much was decided.
 */
export const review = async (
  victim: Victim,
  admin: string,
  needed: readonly { readonly id: string; readonly psp: string }[],
): Promise<number> => {
  const client = createClient({ baseUrl: victim.base_url, apiKey: victim.api_key });
  let decided = 0;
  for (const { id, psp } of needed)
    for (;;) {
      const { open, revision } = await client.charges.retrieve(id);
      const waiting = open.find(({ needs_review }) => needs_review);
      if (!waiting) break;
      const { operation, kind } = waiting;
      const end = endOf[kind]((await readBooks(admin)).of(psp, id), operation);
      console.log(`a person decides: ${kind} at ${psp} ${end.outcome}`);
      const note = 'From the books of the PSP.';
      await client.charges.decide(id, { ...end, operation, note, revision });
      decided += 1;
    }
  return decided;
};

type End = {
  readonly outcome: 'captured' | 'canceled' | 'failed' | 'succeeded' | 'absent';
  readonly amount?: number;
  readonly psp_reference?: string;
};

const referenceOf = ({ payments }: Booked): { readonly psp_reference?: string } => {
  const [payment] = payments;
  return payment ? { psp_reference: payment.id } : {};
};

/** What the books say of something open. */
const endOf: Readonly<Record<OpenThing['kind'], (booked: Booked, operation: string) => End>> = {
  attempt: (booked) => {
    if (booked.captured > 0) return { outcome: 'captured', amount: booked.captured, ...referenceOf(booked) };
    return booked.held > 0 ? { outcome: 'succeeded', ...referenceOf(booked) } : { outcome: 'absent' };
  },
  capture: ({ captured }) =>
    captured > 0 ? { outcome: 'captured', amount: captured } : { outcome: 'failed' },
  cancel: ({ captured, held }) => ({ outcome: captured + held > 0 ? 'failed' : 'canceled' }),
  reversal: ({ captured, refunded, held }) => ({
    outcome: captured - refunded + held > 0 ? 'failed' : 'succeeded',
  }),
  refund: ({ refunds }, operation) => {
    const done = refunds.find(
      ({ reference, status }) => reference?.includes(operation) && status === 'succeeded',
    );
    return done ? { outcome: 'succeeded', psp_reference: done.id } : { outcome: 'failed' };
  },
};
