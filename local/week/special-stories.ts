import type { Charge } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import { finance, operations, support } from './people.ts';
import { length_ms } from './plan-week.ts';
import { day_ms, hour_ms, minute_ms, type Plot, type Stories, type StoryParts } from './stories.ts';

/** A story, and when it begins: as long before the end of the week. */
type Special = readonly [before_end: number, plot: Plot];

/** What has to be there, whatever chance brings. */
export const tellSpecialStories = (
  { time, troubles, note, engine, chanceOf }: StoryParts,
  { later, atPsp, customer }: Stories,
): void => {
  const own = chanceOf(0);
  const good = '4242424242424242';
  const at = (start: number, run: () => unknown): void => later(length_ms - start, run);
  const disputed =
    (after_ms: number, end: 'win' | 'lose' | undefined, text?: string): NonNullable<Plot['then']> =>
    (paid) => {
      later(after_ms, () => {
        atPsp(paid, 'dispute');
        if (text) later(25 * minute_ms, () => note(paid.id, finance, text));
      });
      if (end) later(after_ms + 31 * hour_ms, () => atPsp(paid, end));
    };
  const refunded =
    (after_ms: number, silent_ms?: number, amount?: number): NonNullable<Plot['then']> =>
    (paid) =>
      later(after_ms, async () => {
        if (silent_ms !== undefined)
          troubles.silence([paid.id, paid.psp_reference ?? ''], time.now() + silent_ms);
        await engine.refund({
          id: own.newId('re'),
          charge: paid.id,
          by: support,
          reason: 'requested_by_customer',
          ...defined({ amount }),
        });
      });
  const wrote =
    (after_ms: number, by: string, text: string): NonNullable<Plot['then']> =>
    (found: Charge) =>
      later(after_ms, () => note(found.id, by, text));
  const eur = { currency: 'eur', country: 'DE', capture_method: 'automatic' } as const;
  const specials: readonly Special[] = [
    // No answer and no event ever comes: after a week it waits for a person.
    [
      length_ms - 20 * minute_ms,
      {
        ...alone({ ...eur, amount: 18_900, reference: 'ORD-48190' }),
        card: good,
        mishap: ['lost', 'lost'],
        silent_ms: 30 * day_ms,
        then: wrote(
          26 * hour_ms,
          operations,
          'Not in Adyen’s Customer Area either. Asked their support, case 00412877.',
        ),
      },
    ],
    // Lost answers that had taken the money, and others that had not.
    [
      5.4 * day_ms,
      {
        ...alone({ ...eur, amount: 12_990, reference: 'ORD-48607' }),
        card: good,
        mishap: ['answer_lost', 'lost'],
        silent_ms: 100_000,
      },
    ],
    [
      3.6 * day_ms,
      {
        ...alone({ amount: 7_490, currency: 'usd', country: 'US' }),
        card: good,
        mishap: ['answer_lost', 'lost'],
        silent_ms: 6 * minute_ms,
      },
    ],
    [
      1.3 * day_ms,
      {
        ...alone({ ...eur, amount: 23_450, reference: 'ORD-48990' }),
        card: good,
        mishap: ['answer_lost'],
        then: wrote(
          3 * hour_ms,
          support,
          'The customer asked whether they paid twice. They did not: one charge, confirmed at the PSP.',
        ),
      },
    ],
    [
      2.7 * day_ms,
      {
        ...alone({ ...eur, amount: 5_690, currency: 'usd', country: 'US' }),
        card: good,
        mishap: ['lost', 'lost'],
        silent_ms: 60_000,
      },
    ],
    [
      5 * hour_ms,
      {
        ...alone({ amount: 9_890, currency: 'gbp', country: 'GB' }),
        card: good,
        mishap: ['lost', 'lost'],
        silent_ms: 100_000,
      },
    ],
    // Of all ages, still open.
    [
      2.3 * day_ms,
      { ...alone({ ...eur, amount: 8_990 }), card: good, then: refunded(6 * hour_ms, 30 * day_ms, 3_000) },
    ],
    [
      11 * hour_ms,
      {
        ...alone({ amount: 11_390, currency: 'usd', country: 'US' }),
        card: '4000000000007726',
        then: refunded(4 * hour_ms, 30 * day_ms),
      },
    ],
    [
      48 * minute_ms,
      {
        ...alone({ amount: 6_490, currency: 'usd', country: 'US' }),
        card: good,
        mishap: ['answer_lost', 'lost'],
        silent_ms: 30 * day_ms,
      },
    ],
    [
      6 * minute_ms,
      {
        ...alone({ ...eur, amount: 14_990 }),
        card: (psp) => (psp === 'adyen' ? '4212345678901237' : '4111000000060002'),
        bank: 'abandoned',
      },
    ],
    // Refunds and disputes.
    [
      4.6 * day_ms,
      {
        ...alone({ amount: 4_990, currency: 'usd', country: 'US' }),
        card: '4000000000005126',
        then: refunded(7 * hour_ms),
      },
    ],
    [
      6.5 * day_ms,
      {
        ...alone({ ...eur, amount: 31_990 }),
        card: good,
        then: disputed(2 * day_ms, 'win', 'Sent the proof of delivery and the signature.'),
      },
    ],
    [
      6.2 * day_ms,
      {
        ...alone({ amount: 15_990, currency: 'usd', country: 'US' }),
        card: good,
        then: disputed(1.5 * day_ms, 'lose'),
      },
    ],
    [
      5.8 * day_ms,
      {
        ...alone({ amount: 8_690, currency: 'gbp', country: 'GB' }),
        card: good,
        then: disputed(3 * day_ms, 'lose'),
      },
    ],
    [
      4.1 * day_ms,
      {
        ...alone({ ...eur, amount: 26_490 }),
        card: good,
        then: disputed(
          3.2 * day_ms,
          undefined,
          'Parcel was returned to us on Tuesday; refund is not wanted before the bank decides.',
        ),
      },
    ],
    [
      3.1 * day_ms,
      {
        ...alone({ amount: 9_990, currency: 'usd', country: 'US' }),
        card: good,
        then: disputed(2.5 * day_ms, undefined),
      },
    ],
    // What a rule moves on from.
    [6.1 * day_ms, { ...alone({ amount: 7_990, currency: 'usd', country: 'US' }), card: '4000000000000119' }],
    [
      3.3 * day_ms,
      { ...alone({ amount: 10_490, currency: 'usd', country: 'US' }), card: '4000000000000119' },
    ],
    [
      2.5 * hour_ms,
      {
        ...alone({ amount: 6_290, currency: 'usd', country: 'US' }),
        card: '4000000000000119',
        then: wrote(30 * minute_ms, support, 'Called about the delivery date; payment is fine.'),
      },
    ],
  ];
  for (const [index, [before_end, plot]] of specials.entries())
    at(before_end, () => customer(index + 1, plot));
};

const alone = (wanted: NonNullable<Plot['wanted']>): Pick<Plot, 'wanted' | 'alone'> => ({
  wanted: { capture_method: 'automatic', ...wanted },
  alone: true,
});
