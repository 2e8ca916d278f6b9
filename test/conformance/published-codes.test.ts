import { describe, expect, test } from '@jest/globals';
import { readReference, readSpec } from '../tools/specs.ts';
import { adyenRefusalReasons } from './adyen-codes.ts';
import { checkoutComResponseCodes } from './checkout-com-codes.ts';
import { paypalIssues, paypalResponseCodes } from './paypal-codes.ts';
import { stripeDeclineCodes } from './stripe-codes.ts';
import { subjects } from './subjects.ts';

const tables = Object.values(subjects).flatMap(({ codes }) => codes.tables);

const codesIn = (groups: Readonly<Record<string, readonly string[]>> = {}): readonly string[] =>
  Object.values(groups).flat();
const sorted = (codes: Iterable<string>): readonly string[] => [...new Set(codes)].sort();

describe.each(tables)('$name', ({ lines, published, without_line, unpublished }) => {
  const listed = published.flatMap(({ codes }) => codes);

  test('say where they were published, and when', () => {
    for (const { source, as_of } of published) {
      expect(source).toMatch(/^[\w.-]+\/[\w./-]+/);
      expect(as_of).toMatch(/\d{4}-\d\d-\d\d|commit [\da-f]{8}|undated/);
    }
  });

  test('every published code has a line, or a reason not to', () => {
    const answered = new Set([...Object.keys(lines), ...codesIn(without_line)]);
    expect(sorted(listed.filter((code) => !answered.has(code)))).toEqual([]);
  });

  test('every line is of a published code, or says why it is not', () => {
    const known = new Set([...listed, ...codesIn(unpublished)]);
    expect(sorted(Object.keys(lines).filter((code) => !known.has(code)))).toEqual([]);
  });

  test('no reason outlives its code', () => {
    const reported = new Set(listed);
    for (const code of codesIn(without_line))
      expect({ code, line: Object.hasOwn(lines, code), published: reported.has(code) }).toEqual({
        code,
        line: false,
        published: true,
      });
    for (const code of codesIn(unpublished))
      expect({ code, line: Object.hasOwn(lines, code), published: reported.has(code) }).toEqual({
        code,
        line: true,
        published: false,
      });
    const reasons = [...codesIn(without_line), ...codesIn(unpublished)];
    expect(sorted(reasons)).toEqual(reasons.toSorted());
  });
});

describe('the kept lists are those of the documents', () => {
  const facts = readReference('decline-codes.json') as
    | (Readonly<
        Record<
          'stripe' | 'adyen' | 'checkoutcom',
          { readonly codes: readonly Readonly<Record<string, string>>[] }
        >
      > & { readonly paypal: { readonly response_code: readonly string[] } })
    | undefined;
  const documents = ['paypal-orders', 'paypal-payments'].map((name) => readSpec(`${name}.openapi.json`));
  const atHand = facts === undefined || documents.includes(undefined) ? test.skip : test;

  atHand('decline codes', () => {
    const codes = (psp: 'stripe' | 'checkoutcom') => facts?.[psp].codes.map(({ code = '' }) => code) ?? [];
    expect(stripeDeclineCodes.codes).toEqual(codes('stripe'));
    expect(Object.entries(adyenRefusalReasons.called)).toEqual(
      facts?.adyen.codes.map(({ refusalReasonCode, refusalReason }) => [refusalReasonCode, refusalReason]),
    );
    expect(paypalResponseCodes.codes).toEqual(facts?.paypal.response_code);
    // A part of the whole, and one code of the test cards.
    const whole = [...checkoutComResponseCodes.codes, '40108'];
    expect(codes('checkoutcom').filter((code) => !code.startsWith('10') && !whole.includes(code))).toEqual(
      [],
    );
  });

  test.each(
    Object.values(subjects).flatMap(({ name, specification: { document }, codes: { tables } }) =>
      tables.flatMap(({ published }) =>
        published.flatMap(({ codes, in_document }) =>
          in_document === undefined ? [] : [[name, document, codes, in_document] as const],
        ),
      ),
    ),
  )('codes of %s, which are one list there', (_, document, codes, in_document) => {
    const stored = readSpec(document);
    if (stored !== undefined) expect(codes).toEqual(in_document(stored));
  });

  atHand('errors of PayPal', () => {
    const [orders, payments] = documents;
    expect(sorted([...issuesIn(orders), ...issuesIn(payments)])).toEqual(paypalIssues.codes);
  });
});

/** Every `issue` in a document of PayPal's: as an example, or as the values that the field may have. */
const issuesIn = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  const { issue } = value as { readonly issue?: string | { readonly enum?: readonly string[] } };
  const here = typeof issue === 'string' ? [issue] : (issue?.enum ?? []);
  return [...here, ...Object.values(value).flatMap(issuesIn)];
};
