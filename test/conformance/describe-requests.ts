import { describe, expect, test } from '@jest/globals';
import type { HttpRequest } from '../../lib/types/transport.ts';
import { readSpec } from '../tools/specs.ts';
import { exchangesOf } from './exchanges-of.ts';
import type { PspSubject } from './psp-subject.ts';
import { apiKey, call, cardNumber, cvc } from './samples.ts';
import { specification } from './specification.ts';

/** Every request the adapter can make, and the answers it is tested with, against the PSP's official document. */
export const describeRequests = (subject: PspSubject): void => {
  describe('requests', () => {
    const { corrected = (document) => document } = subject.specification;
    const document = corrected(readSpec(subject.specification.document));
    const specified = document === undefined ? test.skip : test;
    const checker = () => specification(document, subject.account.base_url, subject.specification.added);
    const exchanges = exchangesOf(subject);

    specified.each(Object.entries(exchanges))('%s is as the official document says', async (_, run) => {
      for (const { request } of (await run()).exchanges)
        expect(checker().requestProblems(request)).toEqual([]);
    });

    specified.each(Object.entries(exchanges))('the answers to %s are real ones', async (_, run) => {
      for (const { request, answer } of (await run()).exchanges)
        expect({ url: request.url, problems: checker().answerProblems(request, answer) }).toEqual({
          url: request.url,
          problems: [],
        });
    });

    specified('a request broken on purpose is caught', async () => {
      const all = (await Promise.all(Object.values(exchanges).map((run) => run()))).flatMap(
        (run) => run.exchanges,
      );
      for (const { request } of all) {
        for (const broken of breakages(request))
          expect({ broken, problems: checker().requestProblems(broken).length > 0 }).toEqual({
            broken,
            problems: true,
          });
      }
    });

    test.each(Object.entries(exchanges))(
      '%s carries the account’s key, a timely limit and the end of its call',
      async (_, run) => {
        for (const { request } of (await run()).exchanges) {
          expect(request.headers).toMatchObject(subject.specification.authentication(apiKey, request));
          expect(request.timeout_ms).toBeGreaterThan(0);
          expect(request.until).toBe(call.until);
          const key = subject.specification.idempotency.keyOf(request);
          if (key !== undefined)
            expect(key.length).toBeLessThanOrEqual(subject.specification.idempotency.max_length);
        }
      },
    );

    test.each(Object.entries(exchanges))(
      '%s keeps card data out of addresses and headers',
      async (_, run) => {
        for (const { request } of (await run()).exchanges) {
          const outside = JSON.stringify([request.url, request.headers]);
          expect(outside).not.toContain(cardNumber);
          expect(outside).not.toMatch(new RegExp(`\\b${cvc}\\b`));
        }
      },
    );
  });
};

/** The request with another path, another method, an unknown field, a body of the wrong kind, and an unknown query parameter. */
const breakages = (request: HttpRequest): readonly HttpRequest[] => [
  { ...request, url: request.url.replace(/(\?|$)/, 'x/y/z$1') },
  { ...request, method: 'PUT' },
  { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}surprise=1` },
  ...(request.body === undefined ? [] : brokenBodies(request, request.body)),
];

const brokenBodies = (request: HttpRequest, body: string): readonly HttpRequest[] =>
  request.headers['content-type'] === 'application/json'
    ? [
        { ...request, body: JSON.stringify({ ...JSON.parse(body), surprise: 1 }) },
        { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } },
      ]
    : [
        { ...request, body: `${body}${body === '' ? '' : '&'}surprise=1` },
        { ...request, headers: { ...request.headers, 'content-type': 'application/json' } },
      ];
