import { AssertionError, rejects } from 'node:assert';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { compileFunction } from 'node:vm';
import { describe, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { ErrorCode } from '../../../clients/server/src/generated/api-types.ts';
import * as module from '../../../clients/server/src/index.ts';
import { root } from '../../integration/local/run-program.ts';

type Library = typeof module;
const source: Library = { ...module };

const { outputFiles } = buildSync({
  entryPoints: [join(root, 'clients/server/src/index.ts')],
  bundle: true,
  minify: true,
  format: 'cjs',
  platform: 'neutral',
  target: 'es2022',
  write: false,
});
const program = outputFiles[0]?.text ?? '';

/** The CommonJS build, evaluated again: its classes are its own. */
const copyOfLibrary = (): Library => {
  const made = { exports: {} as Library };
  compileFunction(program, ['module'])(made);
  return made.exports;
};

const [one, other] = [copyOfLibrary(), copyOfLibrary()];
const copies: readonly (readonly [string, Library])[] = [
  ['the ES module', source],
  ['a CommonJS copy', one],
  ['another CommonJS copy', other],
];

const classes = {
  invalid_request_error: 'InvalidRequestError',
  authentication_error: 'AuthenticationError',
  permission_error: 'PermissionError',
  idempotency_error: 'IdempotencyError',
  card_error: 'CardError',
  rate_limit_error: 'RateLimitError',
  api_error: 'ApiError',
  transport_error: 'TransportError',
} as const satisfies Readonly<Record<module.PaymentError['type'], keyof Library>>;
type Type = keyof typeof classes;

const errorOf = async ({ createClient }: Library, type: string): Promise<unknown> => {
  const error = { type, code: 'some_code', message: 'said' };
  const answer = type === 'transport_error' ? '<html>' : JSON.stringify({ error });
  const fetch = async () => new Response(answer, { status: 400 });
  const client = createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_a', fetch });
  return client.charges.retrieve('ch_1').catch((reason: unknown) => reason);
};

const makers = copies.flatMap(([maker, library]) =>
  copies.map(([judge, classesOf]) => [maker, judge, library, classesOf] as const),
);

describe.each(makers)('an error of %s, asked by %s', (_, __, maker, judge) => {
  test.each(Object.keys(classes) as readonly Type[])('%s is of its class and of no other', async (type) => {
    const error = await errorOf(maker, type);
    const holding = Object.values(classes).filter((name) => error instanceof judge[name]);
    expect(holding).toEqual([classes[type]]);
    expect(error instanceof judge.PaymentError).toBe(true);
    expect(judge.isPaymentError(error)).toBe(true);
    expect(error instanceof judge.WebhookVerificationError).toBe(false);
  });

  test('a type that this version does not know is a PaymentError', async () => {
    for (const type of ['tax_error', 'constructor', '__proto__']) {
      const error = await errorOf(maker, type);
      expect(error instanceof judge.PaymentError).toBe(true);
      expect(Object.values(classes).filter((name) => error instanceof judge[name])).toEqual([]);
    }
  });

  test('a webhook that is not from the service', async () => {
    const client = maker.createClient({ baseUrl: 'https://pay.example', apiKey: 'sk_test_a' });
    const error = await client.webhooks.verify('{}', {}, 'whsec_AAAA').catch((reason: unknown) => reason);
    expect(error instanceof judge.WebhookVerificationError && error.code).toBe('headers_missing');
    expect(error instanceof judge.PaymentError).toBe(false);
  });
});

describe('what a class is to a program', () => {
  test('nothing else is of one', () => {
    const things = [
      undefined,
      null,
      0,
      '',
      'card_error',
      () => 0,
      {},
      [],
      new Error('said'),
      { type: 'card_error' },
    ];
    for (const thing of things)
      for (const name of [...Object.values(classes), 'PaymentError', 'WebhookVerificationError'] as const)
        expect(thing instanceof (source[name] as Library['PaymentError'])).toBe(false);
  });

  test('an error is an Error with the name of its class, and prints so', async () => {
    const error = await errorOf(source, 'rate_limit_error');
    expect([String(error), Object.getPrototypeOf(error).constructor.name]).toEqual([
      'RateLimitError: said',
      'RateLimitError',
    ]);
    expect(inspect(error)).toMatch(/^RateLimitError: said\n/);
    expect(Object.keys(error as object)).not.toContain('name');
  });

  test("a program's own subclass knows its own instances only", async () => {
    class Mine extends source.CardError {}
    expect((await errorOf(source, 'card_error')) instanceof Mine).toBe(false);
    expect(new Mine() instanceof Mine).toBe(true);
  });

  test("test runners' expectations take it", async () => {
    const call = async () => {
      throw await errorOf(one, 'card_error');
    };
    await expect(call()).rejects.toThrow(source.CardError);
    await rejects(call, source.CardError);
    await expect(rejects(call, source.ApiError)).rejects.toBeInstanceOf(AssertionError);
  });
});

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

/** What the compiler knows after `instanceof`; does not compile where it is wrong. */
const explain = (error: unknown): string | undefined => {
  if (error instanceof source.CardError) {
    holds<Equal<typeof error.code, 'card_declined'>>();
    return error.decline_code;
  }
  if (error instanceof source.TransportError) return error.idempotency_key;
  if (!(error instanceof source.PaymentError)) return 'unknown';
  holds<Equal<typeof error.code, ErrorCode | module.TransportError['code']>>();
  return error.type;
};

test('the compiler narrows by class', async () => {
  expect(explain(await errorOf(one, 'api_error'))).toBe('api_error');
  expect(explain(new Error('said'))).toBe('unknown');
});
