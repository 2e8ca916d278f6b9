import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ConfirmResult } from '../../clients/browser/src/index.ts';
import { typeCard } from './card-fields.ts';
import { confirm, merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';
import { merchantPage } from './start-merchant.ts';

const codeOf = (result: ConfirmResult): string => (result.status === 'refused' ? result.code : result.status);

describe('a client_secret that is none', () => {
  const scene = merchantScene();

  test('is token_invalid at once, without a request, even before the frame has loaded', async (t) => {
    const page = await openPage(scene.browser, t);
    const asked: string[] = [];
    page.on('request', (request) => void asked.push(request.url()));
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.loadFields);
    const { id, client_secret } = await scene.shop.session();
    const results = await page.evaluate(
      async ([origin, session, secret]) => {
        const card = (await window.loadFields(origin)).create('card');
        const wrong = [
          session,
          undefined,
          null,
          {},
          { client_secret: secret },
          7,
          '',
          'sk_test_a',
          [secret],
          ` ${secret}`,
        ];
        return Promise.all(wrong.map((value) => card.confirm(value as string)));
      },
      [scene.shop.base_url, id, client_secret] as const,
    );
    assert.deepEqual(new Set(results.map(codeOf)), new Set(['token_invalid']));
    assert.equal(results.length, 10);
    assert.equal(
      page.troubles.filter((trouble) => trouble.startsWith('client_secret: token_invalid.')).length,
      10,
    );
    for (const got of ['its id', 'undefined', 'null', 'object', 'another text'])
      assert.ok(
        page.troubles.some((trouble) => trouble.endsWith(`got ${got}.`)),
        got,
      );
    assert.ok(!page.troubles.some((trouble) => trouble.includes(client_secret)));
    assert.ok(!asked.some((url) => url.includes('/v1/checkout')));
  });

  test('is token_invalid if the service does not know it, whether or not the card is complete', async (t) => {
    const page = await scene.open(t);
    const { client_secret } = await scene.shop.session();
    const other = await scene.shop.session();
    const wrong = [
      `${client_secret.slice(0, -4)}AAAA`,
      client_secret.slice(0, -1),
      other.id + client_secret.slice(other.id.length),
    ];
    for (const secret of wrong) assert.equal(codeOf(await confirm(page, secret)), 'token_invalid', secret);
    await page.trouble('client_secret: token_invalid.');
    await typeCard(page);
    for (const secret of wrong) assert.equal(codeOf(await confirm(page, secret)), 'token_invalid', secret);
    assert.equal(codeOf(await confirm(page, client_secret)), 'succeeded');
  });

  test('of an expired session says so at once too', async (t) => {
    const page = await scene.open(t);
    const { id, client_secret } = await scene.shop.session();
    await scene.shop.call('POST', `/v1/checkout/sessions/${id}/expire`, {});
    assert.equal(codeOf(await confirm(page, client_secret)), 'session_expired');
    await page.trouble('client_secret: session_expired.');
  });

  test('is in the console as soon as the fields are created with it', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const expired = await scene.shop.session();
    await scene.shop.call('POST', `/v1/checkout/sessions/${expired.id}/expire`, {});
    for (const [secret, says] of [
      [id, 'got its id.'],
      [null, 'got null.'],
      [`${client_secret.slice(0, -4)}AAAA`, 'client_secret: token_invalid.'],
      [expired.client_secret, 'client_secret: session_expired.'],
    ] as const) {
      scene.merchant.page('/early', merchantPage(scene.shop.base_url, { client_secret: secret }));
      const page = await scene.open(t, '/early');
      await page.trouble(says);
      await typeCard(page);
      assert.equal(codeOf(await confirm(page, (await scene.shop.session()).client_secret)), 'succeeded');
    }
  });

  test('a good one, with an incomplete card, is incomplete, even if the service does not answer', async (t) => {
    const page = await openPage(scene.browser, t);
    await page.clock.install();
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
    const { client_secret } = await scene.shop.session();
    assert.equal(codeOf(await confirm(page, client_secret)), 'incomplete');
    await page.route('**/v1/checkout/**', () => new Promise(() => undefined));
    const other = await scene.shop.session();
    const waiting = confirm(page, other.client_secret);
    await page.waitForRequest('**/v1/checkout/**');
    await page.clock.runFor(2_000);
    assert.equal(codeOf(await waiting), 'incomplete');
  });
});
