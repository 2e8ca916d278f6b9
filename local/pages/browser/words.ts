import { sentence } from '../../../clients/console/src/sentence.ts';
import type { Money, Payment, PspMode } from '../model.ts';

const digits = new Map<string, Intl.NumberFormat>();

/** `€48.00`, `¥7,900` */
export const money = ({ amount, currency }: Money): string => {
  const format =
    digits.get(currency) ??
    new Intl.NumberFormat('en', { style: 'currency', currency: currency.toUpperCase() });
  digits.set(currency, format);
  return format.format(amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
};

/** `51.2 %` of 0.512, never parted at the end of a line. */
export const percent = (share: number): string => `${(share * 100).toFixed(1)}\u00a0%`;

export const duration = (ms: number): string =>
  ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`;

/** How something went: decides its colour. It is always shown in words too. */
export type Tone = 'good' | 'bad' | 'waiting' | 'plain';

/** The meaning of an attempt's outcome, for people who do not know the codes. */
export const outcomeWords = (
  outcome: string | null,
  code?: string | null,
): { readonly words: string; readonly tone: Tone } => {
  if (code === 'circuit_open') return { words: 'Skipped for now', tone: 'bad' };
  switch (outcome) {
    case null:
    case 'unknown':
    case 'duplicate':
      return { words: 'Not known yet', tone: 'waiting' };
    case 'captured':
      return { words: 'Paid', tone: 'good' };
    case 'approved':
      return { words: 'Authorised', tone: 'good' };
    case 'requires_action':
      return { words: 'Customer at the bank', tone: 'waiting' };
    case 'not_sent':
      return { words: 'Unreachable', tone: 'bad' };
    default:
      return { words: sentence(outcome), tone: 'bad' };
  }
};

export const paymentWords = (payment: Payment): { readonly words: string; readonly tone: Tone } => {
  switch (payment.payment_status) {
    case 'paid':
      return { words: 'Paid', tone: 'good' };
    case 'authorized':
      return { words: 'Authorised', tone: 'good' };
    case 'processing':
      return { words: 'Not known yet', tone: 'waiting' };
    case 'requires_action':
      return { words: 'Customer at the bank', tone: 'waiting' };
    case 'canceled':
      return { words: 'Canceled', tone: 'plain' };
    case 'unpaid':
      return payment.last_payment_error
        ? { words: sentence(payment.last_payment_error.decline_code), tone: 'bad' }
        : { words: 'Not paid yet', tone: 'plain' };
    default:
      return payment.payment_status satisfies never;
  }
};

export const modeWords: Readonly<Record<PspMode, string>> = {
  normal: 'Normal',
  slow: 'Slow',
  down: 'Down',
  answers_lost: 'Answers lost',
};
