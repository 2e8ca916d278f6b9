import { createHmac } from 'node:crypto';
import { ApiError } from '../types/api-error.ts';
import { shownDigits } from '../types/card-number.ts';
import type { CollectPorts } from './vault-ports.ts';

const cardsPerSession = 5;
/** A session lives for a day at most. Seconds. */
export const session_s = 24 * 3600;
const [minute_ms, day_ms] = [60_000, 86_400_000];

type Taken = {
  readonly session: string;
  /** Unix milliseconds. */
  readonly now: number;
};

type Admitted = Taken & {
  readonly number: string;
  readonly exp_month: number;
  readonly exp_year: number;
};

type AdmitPorts = Pick<CollectPorts, 'cards' | 'limits' | 'deployment' | 'log'>;

/**
 * Counts a card before it is accepted: for its session, for the vault in this minute and day, and among this day's cards with the same first six and
 * last four digits. The last limit keeps anybody who can sign grants from finding out the rest of a number, or its expiry, by trying. Throws
 * `too_many_attempts` or `too_many_requests`; every limit but a session's raises an alarm.
 */
export const admitCard = async (
  ports: AdmitPorts,
  fingerprint_key: Uint8Array,
  { session, now, ...card }: Admitted,
): Promise<void> => {
  const { cards, limits, deployment, log } = ports;
  const taken = { session, now };
  await takeOne(ports, taken);
  const day = Math.floor(now / day_ms);
  // Includes the day, so that the stored values of two days cannot be compared.
  const keyed = (...parts: readonly string[]): string =>
    createHmac('sha256', fingerprint_key)
      .update(JSON.stringify([deployment.merchant, deployment.mode, day, ...parts]))
      .digest('base64url');
  const { bin, last4 } = shownDigits(card.number);
  const alike = keyed(bin, last4);
  const member = keyed(card.number, `${card.exp_month}`, `${card.exp_year}`);
  const [, admitted] = await Promise.all([
    countDay(ports, taken),
    giveBackOnError(ports, taken, () =>
      cards.admit(`alike#${alike}`, member, { most: limits.alike, ends: endOf(day_ms, now) }),
    ),
  ]);
  if (admitted) return;
  log({ event: 'vault_alike_cards', session, alike });
  throw new ApiError('too_many_attempts', 'This card cannot be used here today. Use another card.', {
    retry_after: untilEnd(day_ms, now),
    param: 'card.number',
  });
};

/** Counts a security code like a card of its session, so that nobody can try out many. */
export const admitCvc = async (ports: AdmitPorts, taken: Taken): Promise<void> => {
  await takeOne(ports, taken);
  await countDay(ports, taken);
};

/** If the store or the key service fails, what was counted counts neither for its session nor for the day. */
export const giveBackOnError = async <Stored>(
  { cards }: Pick<AdmitPorts, 'cards'>,
  { session, now }: Taken,
  store: () => Promise<Stored>,
): Promise<Stored> => {
  try {
    return await store();
  } catch (error) {
    await Promise.allSettled([cards.giveBack(session), cards.uncount(dayOf(now))]);
    throw error;
  }
};

const takeOne = async (ports: AdmitPorts, { session, now }: Taken): Promise<void> => {
  const { cards, limits } = ports;
  if (!(await cards.takeOne(session, { most: cardsPerSession, ends: Math.floor(now / 1000) + session_s })))
    throw new ApiError(
      'too_many_attempts',
      `This session takes no more cards: it has had ${cardsPerSession}, or has ended. Start a new one.`,
    );
  const minute = { most: limits.a_minute, ends: endOf(minute_ms, now) };
  if (!(await cards.count(`minute#${Math.floor(now / minute_ms)}`, minute)))
    throw await busy(ports, 'minute', session, untilEnd(minute_ms, now));
};

const countDay = async (ports: AdmitPorts, { session, now }: Taken): Promise<void> => {
  const { cards, limits } = ports;
  const day = { most: limits.a_day, ends: endOf(day_ms, now) };
  if (!(await cards.count(dayOf(now), day))) throw await busy(ports, 'day', session, untilEnd(day_ms, now));
};

const dayOf = (now: number): string => `day#${Math.floor(now / day_ms)}`;

/** The end of the minute or day of `now`, in Unix seconds. */
const endOf = (span_ms: number, now: number): number => ((Math.floor(now / span_ms) + 1) * span_ms) / 1000;

/** Seconds until the end of that minute or day. */
const untilEnd = (span_ms: number, now: number): number =>
  Math.max(1, Math.ceil(endOf(span_ms, now) - now / 1000));

/** Whoever tries again when the response says so has lost none of the session's cards. */
const busy = async (
  { cards, log }: AdmitPorts,
  span: 'minute' | 'day',
  session: string,
  retry_after: number,
): Promise<ApiError> => {
  log({ event: 'vault_many_cards', span, session });
  await cards.giveBack(session);
  return new ApiError('too_many_requests', 'The vault takes no more cards for now.', { retry_after });
};
