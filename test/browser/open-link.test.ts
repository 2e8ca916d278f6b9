import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Exchange } from '../../clients/browser/src/frame/exchange.ts';
import type { View } from '../../clients/browser/src/page/view-of.ts';

const kept = new Map<string, string>();
Object.assign(globalThis, {
  window: {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    },
  },
});
const { openLink } = await import('../../clients/browser/src/page/open-link.ts');
const { page: words } = await import('../../clients/browser/src/messages/en.ts');

const id = 'pl_1';
const secret = `cs_${'0'.repeat(26)}_secret_k1abc`;
const answer = (body: object): Exchange => ({ status: 200, body, retry_after_s: 0, should_retry: true });
const order = { amount: 2599, currency: 'eur', description: null, livemode: false };
const link = answer({ object: 'payment_link', active: true, pay_once: false, ...order });
const session = answer({
  object: 'checkout.session',
  status: 'open',
  payment_status: 'processing',
  ...order,
});

/** The page of a link with which this tab has begun `begun`, and what it shows and says. */
const opened = (begun: { session: Exchange }) => {
  const shown: View[] = [];
  const said: string[] = [];
  const page = openLink({
    id,
    screen: {
      merchant: 'Shop',
      card: undefined as never,
      show: (view) => shown.push(view),
      say: (text) => said.push(text),
      busy: () => {},
      onPay: () => {},
      onAgain: () => {},
    },
    ports: {
      sleep: async () => {},
      newKey: () => 'key',
      exchange: async ({ path }) => (path.startsWith('/v1/payment_links') ? link : begun.session),
    },
  });
  return { page, shown, said };
};

test('a customer whose payment with this link cannot be read is not told that nothing was charged', async () => {
  kept.set(`link ${id}`, secret);
  const begun = { session };
  const { page, shown, said } = opened(begun);
  await page.look();
  assert.equal(shown.at(-1)?.form, true);
  begun.session = 'lost';
  await page.begin();
  assert.ok(!said.join().includes(words.link_not_begun));
  assert.equal(shown.at(-1)?.notice, words.unreachable);
  assert.equal(shown.at(-1)?.again, true);
});
