const day_ms = 86_400_000;

type Expiry = { readonly exp_month: number; readonly exp_year: number };

/** A card is valid until its last month has ended everywhere on earth, at noon UTC. `now`: Unix milliseconds. */
export const hasExpired = (card: Expiry, now: number): boolean => now >= end(card);

const end = ({ exp_month, exp_year }: Expiry): number =>
  (exp_month === 12 ? daysTo(exp_year + 1, 1) : daysTo(exp_year, exp_month + 1)) * day_ms + day_ms / 2;

const daysBefore = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334] as const;

/** Days from 1970 to the first of a month. Every fourth year is a leap year until 2099. */
const daysTo = (year: number, month: number): number => {
  const leapDays = Math.floor((year - 1969) / 4) + (year % 4 === 0 && month > 2 ? 1 : 0);
  return (year - 1970) * 365 + leapDays + (daysBefore[month - 1] ?? 0);
};
