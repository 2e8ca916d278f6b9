import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, test } from '@jest/globals';
import { apiClient, browser, card, newKey, type Session } from './api-client.ts';
import { insists, pspAdmin } from './psp-admin.ts';
import type { PspId } from './rules-of.ts';
import { withService } from './with-service.ts';

const service = withService();
const client = apiClient(service);
const admin = pspAdmin(service);
afterEach(() => admin.heal());

type Mode = 'redirect' | 'hosted' | 'frame';

const challenged = async (psp: PspId, return_mode?: Mode, key?: string) => {
  const { body: opened } = await client.create({
    routing_rule: psp,
    cancel_url: 'https://shop.example/cart',
  });
  await admin.faults(psp, { kind: 'decline', code: insists[psp] });
  const confirm = () =>
    client.call<Session>('POST', `/v1/checkout/sessions/${opened.id}/confirm`, {
      ...(key !== undefined && { key }),
      body: { payment_method: card(), browser, ...(return_mode && { return_mode }) },
    });
  const first = await confirm();
  await admin.heal();
  expect(first.body.payment_status).toBe('requires_action');
  return { id: opened.id, first, confirm };
};

const actionOf = ({ body }: { readonly body: Session }): object | undefined =>
  body.next_action?.redirect_to_url;

/** The customer decides at the bank; the address that it sends their browser to. */
const decide = async ({ body }: { readonly body: Session }, result: 'approve' | 'fail'): Promise<string> => {
  const bank = body.next_action?.redirect_to_url.url ?? '';
  const decided = await fetch(`${bank}?result=${result}`, { method: 'POST', redirect: 'manual' });
  return decided.headers.get('location') ?? '';
};

type Shown = 'document' | 'iframe';

/** As a browser asks for it, at the top of a tab or in a frame. `fetch` would send headers of its own. */
const open = async (address: string, shown?: Shown) => {
  const visit = shown && {
    'sec-fetch-dest': shown,
    'sec-fetch-mode': 'navigate',
    'sec-fetch-site': 'cross-site',
  };
  const request = get(address, { headers: { accept: 'text/html', ...visit } });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  return { status: answer.statusCode ?? 0, location: answer.headers.location, text: await text(answer) };
};

const end = () => `${service.base_url}/fields/v1/returned.html`;

describe('a challenge in a frame of the page', () => {
  test.each([
    ['stripe', 'frame', true],
    ['stripe', 'redirect', undefined],
    ['stripe', 'hosted', undefined],
    ['stripe', undefined, undefined],
    ['adyen', 'frame', undefined],
    ['checkout_com', 'frame', undefined],
  ] as const)('at %s in mode %s: %s', async (psp, mode, frame) => {
    const { id, first } = await challenged(psp, mode);
    expect(actionOf(first)).toEqual({
      url: expect.any(String),
      ...(frame === undefined ? {} : { frame }),
    });
    expect(actionOf(await client.session(id))).toEqual({ url: expect.any(String) });
  });

  test('a repeat under the same key says the same, byte by byte', async () => {
    const { first, confirm } = await challenged('stripe', 'frame', newKey());
    expect(actionOf(first)).toMatchObject({ frame: true });
    expect((await confirm()).text).toBe(first.text);
  });

  test.each(['approve', 'fail'] as const)('%s: ends on the page that shops may frame', async (result) => {
    const { id, first } = await challenged('stripe', 'frame');
    const back = await decide(first, result);
    const ended = await open(back, 'iframe');
    const shop = `https://shop.example/${result === 'approve' ? 'thanks' : 'cart'}?session_id=${id}`;
    expect(ended).toEqual({ status: 303, location: `${end()}#${encodeURIComponent(shop)}`, text: '' });
    const { body } = await client.session(id);
    expect(body.payment_status).toBe(result === 'approve' ? 'paid' : 'unpaid');
    expect(await open(back, 'iframe')).toEqual(ended);
  });

  test.each([
    ['document', 'approve', 'https://shop.example/thanks'],
    ['document', 'fail', 'https://shop.example/cart'],
    [undefined, 'approve', 'https://shop.example/thanks'],
  ] as const)('opened in a full page (%s), %s leads to the shop', async (shown, result, shop) => {
    const { id, first } = await challenged('stripe', 'frame');
    const { location } = await open(await decide(first, result), shown);
    expect(location).toBe(`${shop}?session_id=${id}`);
  });

  test('a refused return in the frame ends there, too', async () => {
    const { id, first } = await challenged('stripe', 'frame');
    const back = new URL(await decide(first, 'approve'));
    const state = back.searchParams.get('state') ?? '';
    const other = await client.create();
    for (const [path, forged] of [
      [back.pathname, state.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
      [back.pathname.replace(id, other.body.id), state],
      [back.pathname.replace(id, 'cs_nobody'), state],
    ] as const) {
      const address = new URL(path, service.base_url);
      address.searchParams.set('state', forged);
      expect(await open(address.href, 'iframe')).toEqual({ status: 303, location: end(), text: '' });
      expect((await open(address.href, 'document')).status).toBeGreaterThanOrEqual(400);
    }
  });

  test('nobody turns a return of another mode into one that ends in a frame', async () => {
    for (const mode of ['redirect', 'hosted'] as const) {
      const { id, first } = await challenged('stripe', mode);
      const back = await decide(first, 'approve');
      expect((await open(back, 'iframe')).location).toBe(`https://shop.example/thanks?session_id=${id}`);
    }
    const { first } = await challenged('stripe', 'redirect');
    const back = new URL(await decide(first, 'approve'));
    const state = back.searchParams.get('state') ?? '';
    back.searchParams.set('state', state.replace(/\.([^.]+)$/, '.frame.$1'));
    expect((await open(back.href, 'document')).status).toBe(401);
  });
});
