import { describe, expect, test } from '@jest/globals';
import { readSpec } from '../tools/specs.ts';
import { adyenEventNames } from './adyen-codes.ts';
import { subjects } from './subjects.ts';

describe.each(Object.values(subjects).map(({ name, event_names }) => [name, event_names] as const))(
  'the events of %s',
  (_, { read, published, unread, unpublished = {} }) => {
    const without = Object.values(unread).flat();
    const beyond = Object.values(unpublished).flat();

    test('that it publishes are read, or there is a reason not to', () => {
      expect([...read, ...without].filter((name) => !beyond.includes(name)).sort()).toEqual(
        [...published.codes].sort(),
      );
    });

    test('that are read are published, or there is a reason', () => {
      expect(read.filter((name) => !published.codes.includes(name)).sort()).toEqual([...beyond].sort());
    });

    test('have a source and its date', () => {
      expect(published.source).toMatch(/^[\w.-]+\/[\w./-]+/);
      expect(published.as_of).toMatch(/commit [\da-f]{8}|\d{4}-\d\d-\d\d|undated/);
    });
  },
);

const document = readSpec('adyen-webhooks.openapi.json') as
  | { readonly webhooks: Readonly<Record<string, unknown>> }
  | undefined;
(document === undefined ? test.skip : test)('Adyen’s stored document describes no other', () => {
  for (const path of Object.keys(document?.webhooks ?? {}))
    expect(adyenEventNames.published.codes).toContain(path.slice(1));
});
