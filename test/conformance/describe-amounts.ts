import { describe, expect, test } from '@jest/globals';
import { currencies, exponentOf } from '../../lib/types/currency.ts';
import { isDecline } from '../../lib/types/outcome.ts';
import { readReference } from '../tools/specs.ts';
import type { PspSubject } from './psp-subject.ts';
import { call, moneyOf, paymentRequest, sampleAttempt, scripted } from './samples.ts';

/** In ISO 4217 minor units: single units, multiples of the awkward powers of ten, odd ones, and the largest the API takes. */
const amounts = [
  1, 9, 10, 50, 99, 100, 500, 1_000, 2_599, 20_000, 123_450, 1_000_000, 999_999_999, 1_000_000_000,
  999_999_999_999,
];

/** Amounts on the wire over every currency of the API, against the stored list of the PSP's exponents. */
export const describeAmounts = (subject: PspSubject): void => {
  const facts = readReference('currency-exponents.json');
  const listed = facts === undefined ? test.skip : test;
  const { amounts: rules } = subject.adapter.capabilities;
  const takes = (currency: string) => rules.currencies === 'all' || rules.currencies.includes(currency);

  describe('amounts', () => {
    listed('every currency and amount is written as the PSP counts it, or not sent at all', async () => {
      const section = sectionOf(facts, subject.amounts.section);
      for (const currency of currencies) {
        for (const amount of amounts) {
          const asked = { amount, currency };
          const wire = takes(currency) ? wireOf(section, asked, rules.maximum) : undefined;
          expect({ ...asked, sent: await sent(subject, asked) }).toEqual({ ...asked, sent: wire });
        }
      }
    });

    listed('most currencies can be paid with', () => {
      expect(currencies.filter(takes).length).toBeGreaterThanOrEqual(subject.amounts.at_least ?? 100);
    });
  });
};

/** The integer on the wire as a decimal string, or undefined where nothing was sent and the answer was a definite no. */
const sent = async (
  subject: PspSubject,
  asked: { readonly amount: number; readonly currency: string },
): Promise<string | undefined> => {
  const attempt = sampleAttempt(asked);
  const { psp, exchanges } = scripted(
    subject,
    subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
  );
  const answer = await psp.authorize(attempt, paymentRequest(subject), call);
  if (exchanges.length === 0) {
    expect({ asked, decline: isDecline(answer.outcome) }).toEqual({ asked, decline: true });
    return undefined;
  }
  // The echo is understood the same way: another reading would be a mismatch.
  const scene = subject.outcomes_of_scenes?.captured ?? { outcome: 'captured' };
  expect({ asked, answer }).toMatchObject({ asked, answer: scene });
  const amountsSent = exchanges
    .map(({ request }) => subject.wireAmount(request))
    .filter(({ value }) => value !== undefined);
  expect(amountsSent.length).toBeGreaterThan(0);
  for (const { currency } of amountsSent) expect(String(currency).toLowerCase()).toBe(asked.currency);
  const [value, ...others] = new Set(amountsSent.map((amount) => String(amount.value)));
  expect(others).toEqual([]);
  return value;
};

type Section = Readonly<Record<string, unknown>>;

const sectionOf = (facts: unknown, name: string | null): Section => {
  if (name === null) return {};
  const section = typeof facts === 'object' && facts !== null ? Reflect.get(facts, name) : undefined;
  if (typeof section !== 'object' || section === null)
    throw new Error(`no section ${name} in the list of exponents`);
  return section;
};

/** By its own arithmetic on decimal digits, so that it cannot share a mistake with the service. */
const wireOf = (
  section: Section,
  { amount, currency }: { readonly amount: number; readonly currency: string },
  maximum: number,
): string | undefined => {
  const iso = exponentOf(currency) ?? 0;
  const shift = exponentIn(section, currency, iso) - iso;
  const digits = String(amount);
  const zeros = '0'.repeat(Math.abs(shift));
  if (shift < 0 && !digits.endsWith(zeros)) return undefined;
  const value = shift < 0 ? digits.slice(0, shift) : digits + zeros;
  if (value === '' || BigInt(value) > BigInt(maximum) || BigInt(value) < BigInt(minimumIn(section, currency)))
    return undefined;
  return BigInt(value) % multipleIn(section, currency) === 0n ? value : undefined;
};

const exponentIn = (section: Section, currency: string, iso: number): number => {
  if (lists(section.no_decimals, currency)) return 0;
  for (const [name, codes] of Object.entries(section)) {
    const exponent = /^exponent(\d)/.exec(name)?.[1];
    if (exponent !== undefined && lists(codes, currency)) return Number(exponent);
  }
  return iso;
};

const multipleIn = (section: Section, currency: string): bigint => {
  if (lists(section.exponent2_but_multiple_of_100, currency)) return 100n;
  return lists(section.exponent3_last_digit_0, currency) ? 10n : 1n;
};

const minimumIn = (section: Section, currency: string): number => {
  const { min } = section;
  const minimum =
    typeof min === 'object' && min !== null ? Reflect.get(min, currency.toUpperCase()) : undefined;
  return typeof minimum === 'number' ? minimum : 1;
};

const lists = (codes: unknown, currency: string): boolean =>
  Array.isArray(codes) && codes.includes(currency.toUpperCase());
