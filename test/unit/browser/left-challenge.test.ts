import { afterAll, expect, test } from '@jest/globals';
import type { Confirmer } from '../../../clients/browser/src/frame/create-confirmer.ts';
import type { Form } from '../../../clients/browser/src/frame/create-form.ts';
import { noOtherFields } from '../../../clients/browser/src/frame/other-fields.ts';
import type { FromFrame } from '../../../clients/browser/src/protocol.ts';

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const bank = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds', frame: true } };
const open = { id, object: 'checkout.session', status: 'open' };
const waits = { payment_status: 'requires_action', next_action: bank };
const notice = { textContent: '', className: '' };
const { fetch } = globalThis;

/** A frame of a service that answers like this; `notified` has what it tells the page, `cleared` how often its form was emptied. */
const openFrame = async (answer: (request: RequestInit) => object) => {
  const page = new EventTarget();
  Object.assign(globalThis, {
    document: { querySelector: () => null, getElementById: () => notice },
    window: { screen: {} },
    addEventListener: page.addEventListener.bind(page),
    fetch: async (_: string, request: RequestInit) => Response.json(answer(request)),
  });
  const { createConfirmer } = await import('../../../clients/browser/src/frame/create-confirmer.ts');
  const reported: FromFrame[] = [];
  let cleared = 0;
  const form = { lock: () => {}, clear: () => ++cleared } as unknown as Form;
  const send = (message: FromFrame) => void reported.push(message);
  const confirmer: Confirmer = createConfirmer({ form, others: noOtherFields, send, explains: true });
  return { confirmer, notified: reported, cleared: () => cleared, page };
};

afterAll(() => {
  for (const name of ['document', 'window', 'addEventListener']) Reflect.deleteProperty(globalThis, name);
  globalThis.fetch = fetch;
});

test('a payment that the bank approves after its challenge was closed empties the form, and says no more that the bank waits', async () => {
  let approved = false;
  const {
    confirmer,
    notified: reported,
    cleared,
  } = await openFrame(() => ({ ...open, ...(approved ? { payment_status: 'paid' } : waits) }));
  await confirmer.returned(7, secret);
  expect(reported).toMatchObject([{ id: 7, result: { status: 'refused', code: 'payment_in_progress' } }]);
  expect([cleared(), notice.textContent]).toEqual([0, expect.stringContaining('Your bank is still waiting')]);
  approved = true;
  while (reported.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reported[1]).toMatchObject({ id: 0, result: { status: 'succeeded' } });
  expect([cleared(), notice.textContent]).toEqual([1, '']);
});

test('while the browser leaves for the bank, another confirm begins nothing; once the page is shown again, it does', async () => {
  let state: object = waits;
  let sent = 0;
  const {
    confirmer,
    notified: reported,
    page,
  } = await openFrame(({ method }) => {
    if (method === 'POST') sent++;
    return { ...open, ...state };
  });
  const method = { type: 'googlepay', token: '{}', psps: ['stripe'] } as const;
  const pay = async (attempt: number) => {
    await confirmer.confirm(attempt, { client_secret: secret, elsewhere: [], method });
    return [sent, reported.at(-1)];
  };
  const leaves = { result: { status: 'redirecting', url: 'https://bank.example/3ds' } };
  expect(await pay(1)).toMatchObject([1, { id: 1, ...leaves }]);
  expect(await pay(2)).toMatchObject([1, { id: 2, ...leaves }]);
  page.dispatchEvent(new Event('pageshow'));
  state = waits;
  expect(await pay(3)).toMatchObject([2, { id: 3, ...leaves }]);
  state = { payment_status: 'paid' };
  expect(await pay(4)).toMatchObject([2, { id: 4, result: { status: 'succeeded' } }]);
});
