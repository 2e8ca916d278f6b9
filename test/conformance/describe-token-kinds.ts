import { describe, expect, test } from '@jest/globals';
import type { PspSubject } from './psp-subject.ts';
import { connect } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

/** Whether a token pays once or stands for a credential on file, which an API key alone may use. It comes from a browser: what is not known is none. */
export const describeTokenKinds = (subject: PspSubject): void => {
  if (!subject.adapter.capabilities.psp_token) return;
  const { tokenKind } = connect(subject, scriptedTransport(() => undefined).http);
  const { single_use, stored, none } = subject.tokens ?? { single_use: [], stored: [], none: [] };

  describe('kinds of tokens', () => {
    test('the subject names some', () => {
      expect(single_use.length + stored.length).toBeGreaterThan(0);
      expect([...single_use, ...stored]).toContain(subject.psp_token);
    });

    test('one that pays once', () => {
      for (const token of single_use) expect([token, tokenKind(token)]).toEqual([token, 'single_use']);
    });

    test('one that stands for a credential on file', () => {
      for (const token of stored) expect([token, tokenKind(token)]).toEqual([token, 'stored']);
    });

    test('an invalid one', () => {
      for (const token of [...none, ...foreign])
        expect([token.slice(0, 80), tokenKind(token)]).toEqual([token.slice(0, 80), undefined]);
    });

    test('a disguised credential on file never passes for one that pays once', () => {
      for (const token of stored)
        for (const disguised of disguises(token))
          expect([disguised, tokenKind(disguised)]).not.toEqual([disguised, 'single_use']);
    });
  });
};

/** Texts that are a token nowhere. */
const foreign: readonly string[] = [
  '',
  ' ',
  '\n',
  '\0',
  '{}',
  '[]',
  'null',
  'true',
  '"',
  '{"__proto__":{}}',
  '4242 4242 4242 4242',
  '💳',
  '../../payments',
  'a&b=c',
  'x'.repeat(20_000),
  '7'.repeat(20_000),
];

const disguises = (token: string): readonly string[] => [
  ` ${token}`,
  `${token} `,
  `${token}\n`,
  `${token}\0`,
  `"${token}"`,
  `[${JSON.stringify(token)}]`,
  token.toUpperCase(),
  token.toLowerCase(),
  encodeURIComponent(token),
  token.replace(/.$/, ''),
];
