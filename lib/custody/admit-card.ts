import { createHmac } from 'node:crypto';
import { ApiError } from '../types/api-error.ts';
import { shownDigits } from '../types/card-number.ts';
import type { CollectPorts } from './custody-ports.ts';

const cardsPerSession = 5;
/** A session lives for a day at most. Seconds. */
export const session_s = 24 * 3600;
const [minute_ms, day_ms] = [60_000, 86_400_000];

type Admitted = {
  readonly session: string;
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
  /** Unix milliseconds. */
  readonly now: number;
};

/**
 * Counts a card before it is taken in: for its session, for the vault in this minute and day, and among the cards of this day that show the same first
 * six and last four digits. The last keeps whoever can sign grants from trying out the rest of a number, or its expiry. Throws `too_many_attempts` or
 * `too_many_requests`; anything but a session's limit rings.
 */
export const admitCard = async (
  { cards, limits, deployment, report }: Pick<CollectPorts, 'cards' | 'limits' | 'deployment' | 'report'>,
  fingerprint_key: Uint8Array,
  { session, now, ...card }: Admitted,
): Promise<void> => {
  const [minute, day] = [Math.floor(now / minute_ms), Math.floor(now / day_ms)];
  const over = { minute: ((minute + 1) * minute_ms) / 1000, day: ((day + 1) * day_ms) / 1000 };
  const until = (end: number) => ({ retry_after: Math.max(1, Math.ceil(end - now / 1000)) });

  const busy = (span: keyof typeof over): ApiError => {
    report({ event: 'vault_many_cards', span, session });
    return new ApiError('too_many_requests', 'The vault takes no more cards for now.', until(over[span]));
  };
  if (!(await cards.takeOne(session, { most: cardsPerSession, ends: Math.floor(now / 1000) + session_s })))
    throw new ApiError(
      'too_many_attempts',
      `This session takes no more cards: it has had ${cardsPerSession}, or has ended. Start a new one.`,
    );
  if (!(await cards.count(`minute#${minute}`, { most: limits.a_minute, ends: over.minute })))
    throw busy('minute');
  // Bound to the day, so that what is stored of two days cannot be compared.
  const keyed = (...parts: readonly string[]): string =>
    createHmac('sha256', fingerprint_key)
      .update(JSON.stringify([deployment.merchant, deployment.mode, day, ...parts]))
      .digest('base64url');
  const { bin, last4 } = shownDigits(card.number);
  const alike = keyed(bin, last4);
  const member = keyed(card.number, `${card.exp_month}`, `${card.exp_year}`);
  const [counted, admitted] = await Promise.all([
    cards.count(`day#${day}`, { most: limits.a_day, ends: over.day }),
    cards.admit(`alike#${alike}`, member, { most: limits.alike, ends: over.day }),
  ]);
  if (!counted) throw busy('day');
  if (admitted) return;
  report({ event: 'vault_alike_cards', session, alike });
  throw new ApiError('too_many_attempts', 'This card cannot be used here today. Use another card.', {
    ...until(over.day),
    param: 'card.number',
  });
};
