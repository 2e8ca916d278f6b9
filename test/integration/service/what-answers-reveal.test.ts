import { describe, expect, test } from '@jest/globals';
import type { Scope } from '../../../lib/types/scope.ts';
import { apiClient, card, newKey, paid } from './api-client.ts';
import { issueKey } from './issue-key.ts';
import { rule } from './rules-of.ts';
import { until } from './until.ts';
import { withService } from './with-service.ts';

type Event = { readonly id: string; readonly data: { readonly id: string } | null };

const service = withService();
const client = apiClient(service);

const keyWith = (...scopes: readonly Scope[]) => issueKey(service, { scopes });

describe('what another scope guards is not in an answer', () => {
  test('the data of an event that is sent again', async () => {
    const { id } = await paid(client);
    const events = await until(
      async () => (await client.call<{ readonly data: readonly Event[] }>('GET', '/v1/events')).body.data,
      (found) => found.some(({ data }) => data?.id === id),
    );
    const event = events.find(({ data }) => data?.id === id);
    const key = newKey();
    const resend = async (token: string) =>
      (await client.call<Event>('POST', `/v1/events/${event?.id}/resend`, { body: {}, key, token })).body;
    const writer = await keyWith('webhooks:write');
    expect(await resend(writer)).toMatchObject({ id: event?.id, data: null, deliveries: [] });
    // The answer under the key is the same; what is shown of it depends on who asks.
    expect((await resend(await keyWith('webhooks:write', 'events:read'))).data).toEqual(event?.data);
    expect(JSON.stringify(await resend(writer))).not.toContain(id);
  });

  test('the sessions of a backtest', async () => {
    for (let made = 0; made < 3; made++) await client.create({ routing_rule: 'default' });
    const asked = { ...rule('default', { square: 1 }), dry_run: true, backtest: { sessions: 100 } };
    const writer = await keyWith('routing:write', 'routing:read');
    const { body, text } = await client.call<{ readonly backtest: { readonly id: string } }>(
      'POST',
      '/v1/routing/rules',
      { body: asked, token: writer },
    );
    expect(text).not.toContain('cs_');
    type Backtest = {
      readonly state: string;
      readonly moved: {
        readonly count: number;
        readonly examples: readonly { readonly session: string | null; readonly to: string }[];
      };
    };
    const read = async (token: string) =>
      (await client.call<Backtest>('GET', `/v1/routing/backtests/${body.backtest.id}`, { token })).body;
    const hidden = await until(
      () => read(writer),
      ({ state }) => state !== 'running',
    );
    expect(hidden.moved.count).toBeGreaterThan(0);
    for (const { session, to } of hidden.moved.examples) expect([session, to]).toEqual([null, 'square']);
    const shown = await read(await keyWith('routing:read', 'checkout:read'));
    expect(shown.moved.examples[0]?.session).toMatch(/^cs_/);
  });
});

test('a session token learns nothing of the plan from an error', async () => {
  const { body } = await client.create();
  const others = { type: 'psp_token', psp: 'nobody', token: 'tok_1' };
  const shown = await client.confirm(body.id, others, { token: body.client_secret });
  expect([shown.status, shown.body.error.param]).toEqual([400, 'payment_method.psp']);
  for (const psp of body.routing.plan) expect(shown.text).not.toContain(psp);
  const merchant = await client.confirm(body.id, others);
  for (const psp of body.routing.plan) expect(merchant.body.error.message).toContain(psp);
  const unsupported = card({ number: '6759649826438453' });
  const refused = await client.confirm(body.id, unsupported, { token: body.client_secret });
  if (refused.status >= 400) for (const psp of body.routing.plan) expect(refused.text).not.toContain(psp);
});
