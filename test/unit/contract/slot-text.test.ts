import { describe, expect, test } from '@jest/globals';
import { cancelBody } from '../../../lib/contract/bodies/cancel-body.ts';
import { captureBody } from '../../../lib/contract/bodies/capture-body.ts';
import { confirmSessionBody } from '../../../lib/contract/bodies/confirm-session-body.ts';
import { createSessionBody } from '../../../lib/contract/bodies/create-session-body.ts';
import { createWebhookEndpointBody } from '../../../lib/contract/bodies/create-webhook-endpoint-body.ts';
import { decideBody } from '../../../lib/contract/bodies/decide-body.ts';
import { refundBody } from '../../../lib/contract/bodies/refund-body.ts';
import { rollBackRuleBody } from '../../../lib/contract/bodies/roll-back-rule-body.ts';
import { updateRuleBody } from '../../../lib/contract/bodies/update-rule-body.ts';
import { sessionFilters } from '../../../lib/contract/filters/session-filters.ts';
import { browserOf } from '../../../lib/http/browser-of.ts';
import type { BodySchema } from '../../../lib/http/parse-body.ts';
import { readListQuery } from '../../../lib/http/read-list-query.ts';
import { receivePspWebhook } from '../../../lib/http/routes.ts';
import { paramOf } from '../../../lib/routing/rule-problem.ts';
import { goodBodies } from '../../tools/bad-bodies.ts';
import { callEndpoint } from '../http/endpoint-harness.ts';
import { tokensOf } from '../http/secrets.ts';

const slots = [`__vault.ch_${'0'.repeat(26)}.number__`, `__vault.ch_${'0'.repeat(26)}.cvc__`, '__vault.'];

const where = { livemode: false, anyAddress: true };
const schemas: Readonly<Record<string, BodySchema<unknown>>> = {
  create: createSessionBody(false),
  confirm: confirmSessionBody,
  refund: refundBody,
  capture: captureBody,
  cancel: cancelBody,
  decide: decideBody,
  rule: updateRuleBody,
  rollback: rollBackRuleBody,
  webhook: createWebhookEndpointBody(where),
};

const wallet = (type: string, token: object) => ({
  payment_method: { type, token: JSON.stringify(token), psps: ['adyen'] },
});
const bodies: readonly (readonly [string, unknown])[] = [
  ...goodBodies
    .filter(({ endpoint }) => endpoint in schemas)
    .map(({ endpoint, body }): readonly [string, unknown] => [endpoint, body]),
  ['create', { amount: 1, currency: 'eur', success_url: 'https://a.example', customer_email: 'a@b.example' }],
  ['confirm', wallet('applepay', { version: 'EC_v1', data: 'd', signature: 's', header: {} })],
  ['confirm', wallet('googlepay', { signature: 's', protocolVersion: 'ECv2', signedMessage: 'm' })],
  ['rule', { note: 'why' }],
  ['rollback', { to: 1, note: 'why' }],
  ['webhook', { url: 'https://shop.example/hooks', description: 'orders' }],
];

type Path = readonly (string | number)[];

/** Where the texts are. */
const textsIn = (value: unknown, path: Path = []): readonly Path[] => {
  if (typeof value === 'string') return [path];
  if (typeof value !== 'object' || value === null) return [];
  const steps = Array.isArray(value) ? value.map((_, index) => index) : Object.keys(value);
  return steps.flatMap((step) => textsIn(value[step as keyof typeof value], [...path, step]));
};

const written = (value: unknown, [step, ...rest]: Path, change: (text: string) => unknown): unknown => {
  if (step === undefined) return change(String(value));
  if (Array.isArray(value))
    return value.map((inner, index) => (index === step ? written(inner, rest, change) : inner));
  const inner = (value as Readonly<Record<string, unknown>>)[step];
  return { ...(value as object), [step]: written(inner, rest, change) };
};

const ask = (schema: BodySchema<unknown> | undefined, body: unknown) =>
  callEndpoint({
    route: receivePspWebhook,
    ...(schema && { schema }),
    body: JSON.stringify(body),
    run: async (call) => ({ json: call.body }),
  });

const cases = bodies.flatMap(([endpoint, body]) =>
  textsIn(body).map((path) => [`${endpoint}: ${paramOf(path)}`, { endpoint, body, path }] as const),
);

describe('a text that looks like a slot is refused by the name of its field', () => {
  test('in every text of every body', () => {
    expect(cases.length).toBeGreaterThan(60);
  });

  test.each(cases)('%s', async (_, { endpoint, body, path }) => {
    expect((await ask(schemas[endpoint], body)).status).toBe(200);
    for (const slot of slots)
      for (const change of [
        () => slot,
        (text: string) => text.slice(0, 3) + slot,
        (text: string) => text + slot,
      ]) {
        const { status, body: refused } = await ask(schemas[endpoint], written(body, path, change));
        expect([status, refused.error?.code, refused.error?.param]).toEqual([
          400,
          'parameter_invalid',
          paramOf(path),
        ]);
      }
  });

  test.each(['create', 'refund'])('in a key of metadata: %s', async (endpoint) => {
    const good = goodBodies.find((candidate) => candidate.endpoint === endpoint)?.body as object;
    for (const slot of slots) {
      const key = slot.slice(0, 40);
      const { status, body } = await ask(schemas[endpoint], { ...good, metadata: { [key]: 'v' } });
      expect([status, body.error?.param]).toEqual([400, `metadata.${key}`]);
    }
  });

  test('in a filter of a list', async () => {
    const tokens = tokensOf(() => Promise.reject(new Error('not asked')));
    const call = { raw_path: '/v1/checkout/sessions', tokens };
    for (const field of ['reference', 'customer_email', 'starting_after'])
      await expect(
        readListQuery({ ...call, query: { [field]: `a@b${slots[0]}` } }, sessionFilters),
      ).rejects.toMatchObject({ code: 'parameter_invalid', details: { param: field } });
  });

  test.each([
    ['user-agent', 'browser.user_agent'],
    ['accept', 'browser.accept_header'],
  ])('in the browser’s own header %s', (header, param) => {
    const browser = {
      color_depth: 24,
      language: 'de-DE',
      screen_height: 1,
      screen_width: 1,
      time_zone_offset: 0,
      java_enabled: false,
    };
    const call = { body: { payment_method: {} as never, browser }, view: 'redacted' as const };
    const headers = { 'user-agent': 'Mozilla/5.0', accept: 'text/html' };
    expect(() => browserOf({ ...call, headers })).not.toThrow();
    expect(() => browserOf({ ...call, headers: { ...headers, [header]: `a ${slots[0]}` } })).toThrow(
      expect.objectContaining({ code: 'parameter_invalid', details: { param } }),
    );
  });
});
