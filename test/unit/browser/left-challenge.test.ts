import { afterAll, expect, test } from '@jest/globals';
import type { Confirmer } from '../../../clients/browser/src/frame/create-confirmer.ts';
import type { Form } from '../../../clients/browser/src/frame/create-form.ts';
import { noOtherFields } from '../../../clients/browser/src/frame/other-fields.ts';
import type { FromFrame } from '../../../clients/browser/src/protocol.ts';

const id = `cs_${'0'.repeat(26)}`;
const secret = `${id}_secret_k1abc`;
const bank = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/3ds', frame: true } };
const open = { id, object: 'checkout.session', status: 'open' };
const notice = { textContent: '', className: '' };
const { fetch } = globalThis;

/** A frame whose page has just closed the challenge; `told` has what it tells the page, `cleared` how often its form was emptied. */
const closeChallenge = async (answer: () => object) => {
  Object.assign(globalThis, {
    document: { querySelector: () => null, getElementById: () => notice },
    fetch: async () => Response.json(answer()),
  });
  const { createConfirmer } = await import('../../../clients/browser/src/frame/create-confirmer.ts');
  const reported: FromFrame[] = [];
  let cleared = 0;
  const form = { lock: () => {}, clear: () => ++cleared } as unknown as Form;
  const say = (message: FromFrame) => void reported.push(message);
  const till: Confirmer = createConfirmer({ form, others: noOtherFields, say, explains: true });
  await till.returned(7, secret);
  return { notified: reported, cleared: () => cleared };
};

afterAll(() => {
  Reflect.deleteProperty(globalThis, 'document');
  globalThis.fetch = fetch;
});

test('a payment that the bank approves after its challenge was closed empties the form, and says no more that the bank waits', async () => {
  let approved = false;
  const { notified: reported, cleared } = await closeChallenge(() =>
    approved
      ? { ...open, payment_status: 'paid' }
      : { ...open, payment_status: 'requires_action', next_action: bank },
  );
  expect(reported).toMatchObject([{ id: 7, result: { status: 'refused', code: 'payment_in_progress' } }]);
  expect([cleared(), notice.textContent]).toEqual([0, expect.stringContaining('Your bank is still waiting')]);
  approved = true;
  while (reported.length < 2) await new Promise((resolve) => setTimeout(resolve, 50));
  expect(reported[1]).toMatchObject({ id: 0, result: { status: 'succeeded' } });
  expect([cleared(), notice.textContent]).toEqual([1, '']);
});
