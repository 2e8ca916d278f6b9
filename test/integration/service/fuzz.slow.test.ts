import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { receivePspWebhook, routes } from '../../../lib/http/routes.ts';
import { eventsRead } from '../../../lib/psp/adyen/read-claim.ts';
import type { Handler } from '../../../local/gateway/create-invoker.ts';
import { loadFunction } from '../../../local/gateway/load-function.ts';
import { seededRandom } from '../../../local/psp/framework/seeded-random.ts';
import { frontHeaders } from '../../../local/service/front.ts';
import { type RunningService, startService } from '../../../local/service/start-service.ts';
import { goodBodies } from '../../tools/bad-bodies.ts';
import { mutate } from '../../tools/mutate.ts';
import { rule } from './rules-of.ts';

/** Bodies in all. `FUZZ_BODIES=1000000 FUZZ_SEED=…` is the long run. */
const bodies = Number(process.env.FUZZ_BODIES ?? 12_000);
const seed = Number(process.env.FUZZ_SEED ?? 1);

let service: RunningService;
let handlers: ReadonlyMap<string, Handler>;
let written = '';
const { write } = process.stdout;
beforeAll(async () => {
  // The functions' log is standard output.
  process.stdout.write = ((chunk: string) => {
    written = (written + chunk).slice(-100_000);
    return true;
  }) as typeof write;
  service = await startService();
  const names = new Set(routes.map((route) => route.function));
  handlers = new Map(
    await Promise.all([...names].map(async (name) => [name, await loadFunction(name)] as const)),
  );
});
afterAll(async () => {
  await service?.close();
  process.stdout.write = write;
});

type Result = {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

const invoke = async (
  name: string,
  {
    path = {},
    headers = {},
    query,
    body,
  }: {
    readonly path?: Readonly<Record<string, string>>;
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: Readonly<Record<string, string>>;
    readonly body?: string | Buffer;
  },
): Promise<Result> => {
  const handler = handlers.get(name);
  const isBase64Encoded = Buffer.isBuffer(body);
  const sent = {
    rawPath: '/',
    headers: {
      authorization: `Bearer ${service.api_key}`,
      'content-type': 'application/json',
      ...headers,
    },
    requestContext: { http: { method: 'POST', sourceIp: '192.0.2.1' } },
  };
  const event = {
    ...sent,
    headers: { ...sent.headers, ...frontHeaders(sent) },
    pathParameters: path,
    ...(query && { queryStringParameters: query }),
    ...(body !== undefined && { body: isBase64Encoded ? body.toString('base64') : body }),
    isBase64Encoded,
  };
  return (await handler?.(event as never, { getRemainingTimeInMillis: () => 29_000 } as never)) as Result;
};

/** A refusal in the service's shape, told in full and without anything of its inside; or success. */
const expectSound = ({ statusCode, headers, body = '' }: Result, sent: unknown): void => {
  const reported = () =>
    `seed ${seed}: ${statusCode} ${body.slice(0, 300)} for ${String(sent).slice(0, 500)}`;
  if (statusCode >= 500 || !headers['request-id']) throw new Error(reported());
  if (statusCode < 400) return;
  const { error } = JSON.parse(body);
  const sound =
    error.request_id === headers['request-id'] &&
    typeof error.message === 'string' &&
    !/\n\s+at |node_modules|lib\//.test(error.message) &&
    body.length < 4_000 &&
    (!error.code.startsWith('parameter_') || (typeof error.param === 'string' && error.param !== ''));
  if (!sound) throw new Error(reported());
};

const missing = { session: `cs_${'0'.repeat(26)}`, charge: `ch_${'0'.repeat(26)}` };

/** What is sent where. The records they name do not exist, so that even a body that is still good has no effect; a rule is only tried. */
const targets = [
  ...goodBodies.map(({ endpoint, body }) => {
    switch (endpoint) {
      case 'create':
        return { name: 'create-checkout-session', body };
      case 'confirm':
        return { name: 'confirm-checkout-session', body, path: { id: missing.session } };
      case 'refund':
      case 'capture':
      case 'cancel':
        return { name: `${endpoint}-charge`, body };
      case 'decide':
      case 'refresh':
        return { name: `${endpoint}-charge`, body, path: { id: missing.charge } };
      case 'expire':
        return { name: 'expire-checkout-session', body, path: { id: missing.session } };
      default:
        return endpoint satisfies never;
    }
  }),
  {
    name: 'update-routing-rules',
    body: {
      ...rule('fuzzed', { stripe: 70, adyen: 30 }),
      overrides: [
        {
          when: { currency: ['usd'], amount: { gte: 1, lt: 9 }, country: ['US'], card_brand: ['amex'] },
          targets: [{ psp: 'adyen', weight: 1 }],
        },
      ],
      version: 0,
    },
  },
];

describe(`${bodies} fuzzed bodies, seed ${seed}`, () => {
  test('no 5xx, no stack, a field for each refusal; and what was refused stored nothing', async () => {
    const random = seededRandom(seed);
    const before = await sessionCount();
    let created = 0;
    const counts: Record<string, number> = {};
    for (let index = 0; index < bodies; index++) {
      const target = targets[index % targets.length];
      if (!target) continue;
      const { name, body, ...at } = target;
      const text = mutate(JSON.stringify(body), random);
      const sent = name === 'update-routing-rules' ? asTrial(text) : text;
      const result = await invoke(name, { ...at, body: sent });
      expectSound(result, sent);
      if (name === 'create-checkout-session' && result.statusCode === 200) created++;
      counts[result.statusCode] = (counts[result.statusCode] ?? 0) + 1;
    }
    expect(await sessionCount()).toBe(before + created);
    // A fuzzer whose bodies are all garbage, or all good, would not reach the checks.
    expect(counts[400]).toBeGreaterThan(bodies / 4);
    expect((counts[404] ?? 0) + (counts[200] ?? 0)).toBeGreaterThan(bodies / 20);
    expect(written).not.toContain('"event":"defect"');
  });

  test('webhooks of every PSP, return addresses and headers', async () => {
    const random = seededRandom(seed + 1);
    const notification = JSON.stringify({
      id: 'evt_1',
      type: 'payment_intent.succeeded',
      data: { object: { id: 'pi_1', object: 'payment_intent', amount: 1, metadata: { reference: 'ch_1' } } },
      notificationItems: [
        {
          NotificationRequestItem: {
            eventCode: 'AUTHORISATION',
            amount: { value: 1, currency: 'EUR' },
            success: 'true',
          },
        },
      ],
    });
    for (let index = 0; index < bodies / 10; index++) {
      const garbage = () => mutate('t=1800000000,v1=0123456789abcdef', random).toString();
      const body = mutate(notification, random);
      for (const psp of Object.keys(service.psps)) {
        const headers = {
          'stripe-signature': garbage(),
          'cko-signature': garbage(),
          authorization: garbage(),
        };
        const result = await invoke(receivePspWebhook.function, { path: { psp }, headers, body });
        expectSound(result, body);
        if (result.statusCode >= 400) continue;
        if (psp !== 'adyen' || adyenCodes(body).some((code) => eventsRead.includes(code)))
          throw new Error(`${psp} took an unsigned webhook`);
      }
      const state = mutate(`k1.${missing.charge}.${'A'.repeat(43)}`, random).toString();
      const returned = await invoke('complete-authentication', {
        path: { id: missing.session },
        query: { state },
      });
      expectSound(returned, state);
      if (returned.statusCode !== 401) throw new Error(`a return with the state ${state} was taken`);
      const authorization = mutate(`Bearer ${service.api_key}`, random).toString();
      const key = mutate('a-key', random).toString();
      const headers = {
        authorization,
        'idempotency-key': key,
        'content-type': mutate('application/json', random).toString(),
      };
      const body2 = JSON.stringify({ charge: missing.charge });
      expectSound(await invoke('refund-charge', { headers, body: body2 }), JSON.stringify(headers));
      expectSound(await invoke('refund-charge', { headers: { 'idempotency-key': key }, body: body2 }), key);
    }
    expect(written).not.toContain('"event":"defect"');
  });
});

/** A rule that came through the fuzzing whole is not published. */
const asTrial = (text: string | Buffer): string | Buffer => {
  try {
    const parsed: unknown = JSON.parse(text.toString());
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return text;
    return JSON.stringify({ ...parsed, dry_run: true });
  } catch {
    return text;
  }
};

/** Adyen's items of kinds that are never read are acknowledged, signed or not. */
const adyenCodes = (body: string | Buffer): readonly string[] => {
  const items: unknown = JSON.parse(body.toString())?.notificationItems ?? [];
  return [...JSON.stringify(items).matchAll(/"eventCode":"([^"]*)"/g)].map(([, code = '']) => code);
};

const sessionCount = async (): Promise<number> => {
  const { readTables } = await import('./read-tables.ts');
  const environment = process.env as Readonly<Record<string, string>>;
  return (await readTables({ environment })).sessions.length;
};
