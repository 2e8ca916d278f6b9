import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { CheckoutSession } from '../../clients/server/src/generated/api-types.ts';
import { sealCard } from '../../local/psp/framework/simulated-wallet.ts';
import { axeProblems } from './axe-problems.ts';
import { typeCard } from './card-fields.ts';
import { confirm, lostAfter, onConfirm } from './merchant-scene.ts';
import { googleButton, reportedBy, resultsOf, walletScene } from './wallet-scene.ts';
import { googlepay } from './wallets-page.ts';

const token = (number = '4242424242424242') =>
  sealCard('googlepay', { number, expiry_month: 12, expiry_year: 2040 });

describe('Google Pay', () => {
  const scene = walletScene();
  afterEach(async () => {
    for (const psp of ['adyen', 'stripe']) await scene.shop.faults(psp, { kind: 'ok' });
    await scene.shop.webhooks('adyen', { mode: 'normal' });
  });

  /** Clicks the button and approves in the sheet that opens. */
  const approve = async (page: Page, given = token()): Promise<void> => {
    const before = await page.evaluate(() => window.googleSheets.length);
    await googleButton(page).click();
    await page.waitForFunction((count) => window.googleSheets.length > count, before);
    await page.evaluate((text) => window.googleSheets.at(-1)?.approve(text), given);
  };
  /** Checkout.com books the capture a moment after it has said yes. */
  const capturedLater = async (id: string) => {
    for (;;) {
      const captured = await scene.shop.captured(id);
      if (captured.length > 0) return captured;
    }
  };
  const paid = async (page: Page, client_secret: string): Promise<void> => {
    await typeCard(page);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  };

  for (const psp of ['adyen', 'checkout_com'] as const)
    test(`is shown if the plan begins at ${psp}, and its token pays there`, async (t) => {
      const { id, client_secret } = await scene.planned(psp);
      const page = await scene.checkout(t, { client_secret });
      const sent: unknown[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/confirm')) sent.push(request.postDataJSON().payment_method);
      });
      await googleButton(page).waitFor();
      assert.deepEqual(await axeProblems(page.mainFrame()), []);
      await approve(page);
      const [result] = await resultsOf(page);
      assert.equal(result?.status === 'succeeded' && result.session.payment_status, 'paid');
      assert.deepEqual(await capturedLater(id), [{ psp, amount: 2599 }]);
      assert.deepEqual(sent, [{ type: 'googlepay', token: token(), psps: [psp] }]);
      assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
      assert.equal(await googleButton(page).count(), 0, 'nobody is led to pay again');
      const [sheet] = await page.evaluate(() => window.googleSheets.map(({ request }) => request));
      assert.deepEqual(sheet?.transactionInfo, {
        countryCode: 'DE',
        currencyCode: 'EUR',
        totalPrice: '25.99',
        totalPriceStatus: 'FINAL',
        checkoutOption: 'COMPLETE_IMMEDIATE_PURCHASE',
      });
      assert.deepEqual(sheet?.merchantInfo, { merchantName: 'Test shop' });
      const [method] = sheet?.allowedPaymentMethods ?? [];
      assert.deepEqual(method?.tokenizationSpecification.parameters, googlepay.psps[psp]);
      assert.deepEqual(method?.parameters.allowedCardNetworks, googlepay.networks);
      assert.deepEqual(page.troubles, []);
    });

  test('pays where wallets are planned, though another PSP was drawn for the card', async (t) => {
    const { id, client_secret } = await scene.planned('mixed');
    const page = await scene.checkout(t, { client_secret });
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    const { routing } = await scene.shop.call<CheckoutSession>('GET', `/v1/checkout/sessions/${id}`);
    assert.deepEqual(
      [routing.plan[0], routing.wallet_plan?.[0], routing.attempts.map(({ psp }) => psp)],
      ['stripe', 'adyen', ['adyen']],
    );
  });

  test('is not shown if no PSP of the plan takes wallets, and Google hears nothing', async (t) => {
    const { client_secret } = await scene.planned('stripe');
    const psps = { ...googlepay.psps, stripe: { gateway: 'stripe' } };
    const page = await scene.checkout(t, { client_secret, wallets: { googlepay: { ...googlepay, psps } } });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
    assert.equal(await googleButton(page).count(), 0);
    assert.equal(page.asked(), 0);
    await paid(page, client_secret);
  });

  test('is not shown for a PSP that the merchant has not set up, though another of the plan is', async (t) => {
    const { client_secret } = await scene.planned('checkout_com');
    const psps = { adyen: googlepay.psps.adyen };
    const page = await scene.checkout(t, { client_secret, wallets: { googlepay: { ...googlepay, psps } } });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
    assert.equal(page.asked(), 0);
  });

  test('is not shown to a customer who cannot pay with it', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, {
      client_secret,
      prepare: (opened) =>
        opened.addInitScript(() => {
          window.googleReady = false;
        }),
    });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
    assert.equal(page.asked(), 1);
  });

  test('is not shown for a session that is paid', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    await paid(await scene.checkout(t, { client_secret }), client_secret);
    const page = await scene.checkout(t, { client_secret });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
  });

  test('names all accounts whose gateway opens the token, the one it is for first', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const psps = { other: { gatewayMerchantId: 'ShopECOM', gateway: 'adyen' }, ...googlepay.psps };
    const page = await scene.checkout(t, { client_secret, wallets: { googlepay: { ...googlepay, psps } } });
    const sent: unknown[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/confirm')) sent.push(request.postDataJSON().payment_method.psps);
    });
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.deepEqual(sent, [['adyen', 'other']]);
  });

  test('a decline is reported, and the customer may try again with another card', async (t) => {
    await scene.shop.faults('adyen', { kind: 'decline', code: '12' });
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    await approve(page);
    const [declined] = await resultsOf(page);
    assert.equal(declined?.status === 'declined' && declined.decline_code, 'insufficient_funds');
    assert.deepEqual(await scene.shop.captured(id), [], 'no other PSP was tried');
    await scene.shop.faults('adyen', { kind: 'ok' });
    await approve(page, token('5555555555554444'));
    assert.equal((await resultsOf(page, 2))[1]?.status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('with its PSP down it is refused at once and no other PSP asked; the same session’s card fails over', async (t) => {
    await scene.shop.faults('adyen', { kind: 'down' });
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    await approve(page);
    const [refused] = await resultsOf(page);
    assert.equal(refused?.status === 'refused' && refused.code, 'psp_unavailable');
    assert.deepEqual(await scene.shop.captured(id), []);
    assert.equal(await googleButton(page).count(), 1);
    await paid(page, client_secret);
    assert.deepEqual(await capturedLater(id), [{ psp: 'checkout_com', amount: 2599 }]);
  });

  test('closing the sheet sends nothing, and leaves button and card as they were', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    const keys = await onConfirm(page);
    for (const time of [1, 2]) {
      await googleButton(page).click();
      await page.waitForFunction((count) => window.googleSheets.length === count, time);
      await page.evaluate(() => window.googleSheets.at(-1)?.close());
      await page.waitForFunction((count) => window.reported.length === 1 + count, time);
    }
    assert.deepEqual(await page.evaluate(() => window.reported.at(-1)), [
      'cancel',
      { wallet: 'googlepay', code: 'CANCELED' },
    ]);
    assert.deepEqual(keys, []);
    await paid(page, client_secret);
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('a double click, and clicks while it is being made, are one sheet and one payment', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    const held = Promise.withResolvers<void>();
    const keys = await onConfirm(page, async (route) => {
      await held.promise;
      await route.continue();
    });
    await googleButton(page).dblclick();
    await page.evaluate((text) => window.googleSheets[0]?.approve(text), token());
    await page.waitForFunction(() => window.reported.some(([name]) => name === 'confirming'));
    await googleButton(page).dblclick();
    held.resolve();
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal(await page.evaluate(() => window.googleSheets.length), 1);
    assert.deepEqual(await reportedBy(page), ['ready', 'confirming', 'result']);
    assert.equal(keys.length, 1);
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('without Google’s script there is no button, and the card works', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret, google: 'lost' });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
    assert.equal(page.asked(), 1);
    assert.equal(await googleButton(page).count(), 0);
    await paid(page, client_secret);
  });

  test('a lost answer is no answer: paid once, and known to be', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    const keys = await onConfirm(page, lostAfter);
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
    assert.equal(keys.length, 1, 'reading the session was enough');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('a bank that asks: the browser leaves for its page', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    const there = scene.merchant.url('/');
    await approve(page, token('4212345678901237'));
    await page.waitForURL((url) => url.origin !== new URL(there).origin);
  });

  test('is gone while the browser leaves, and there again if the page is shown as it was left', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    // An answer without content leaves the page where it is.
    await page.route('**/3ds/**', (route) => route.fulfill({ status: 204 }));
    await approve(page, token('4212345678901237'));
    assert.equal((await resultsOf(page))[0]?.status, 'redirecting');
    await googleButton(page).waitFor({ state: 'hidden' });
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await googleButton(page).waitFor();
    await approve(page);
    await page.waitForFunction(() => window.reported.filter(([name]) => name === 'result').length === 2);
    assert.equal((await resultsOf(page))[1]?.status, 'succeeded');
    await googleButton(page).waitFor({ state: 'hidden' });
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  for (const [currency, amount, price] of [
    ['jpy', 2599, '2599'],
    ['kwd', 12_340, '12.34'],
    ['eur', 5, '0.05'],
  ] as const)
    test(`asks for ${amount} ${currency} as ${price}`, async (t) => {
      const { client_secret } = await scene.planned('adyen', { amount, currency });
      const page = await scene.checkout(t, { client_secret });
      await googleButton(page).click();
      await page.waitForFunction(() => window.googleSheets.length === 1);
      const [asked] = await page.evaluate(() =>
        window.googleSheets.map(({ request }) => request.transactionInfo),
      );
      assert.deepEqual([asked?.totalPrice, asked?.currencyCode], [price, currency.toUpperCase()]);
    });

  test('is not shown for an amount that Google cannot write', async (t) => {
    const { client_secret } = await scene.planned('adyen', { amount: 12_345, currency: 'kwd' });
    const page = await scene.checkout(t, { client_secret });
    assert.deepEqual(await page.evaluate(() => window.reported), [['ready', { wallets: [] }]]);
  });

  test('its frame confirms with a wallet’s token and with nothing else', async (t) => {
    const { id, client_secret } = await scene.planned('adyen');
    const page = await scene.open(t);
    const keys = await onConfirm(page);
    const card = { number: '4242424242424242', exp_month: 12, exp_year: 2030, cvc: '123' };
    const results = await page.evaluate(
      ([service, secret, methods]) =>
        new Promise((resolve) => {
          const nonce = 'n'.repeat(20);
          const frame = document.createElement('iframe');
          const invitation = encodeURIComponent(JSON.stringify({ origin: window.origin, nonce }));
          frame.src = `${service}/fields/v1/wallet.html#${invitation}`;
          window.addEventListener('message', ({ source }) => {
            if (source !== frame.contentWindow) return;
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => {
              if (data.type === 'result') resolve([data.id, data.result.status]);
            };
            frame.contentWindow?.postMessage({ type: 'payment-fields:connect', nonce, style: {} }, service, [
              port2,
            ]);
            methods.forEach((method, at) => {
              port1.postMessage({ type: 'pay', id: at, client_secret: secret, method });
            });
          });
          document.body.append(frame);
        }),
      [
        scene.shop.base_url,
        client_secret,
        [
          { type: 'card', card },
          { type: 'psp_token', psp: 'adyen', token: 'tok' },
          { type: 'googlepay', token: token(), psps: ['adyen'] },
        ],
      ] as const,
    );
    assert.deepEqual(results, [2, 'succeeded']);
    assert.equal(keys.length, 1);
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
  });

  test('its script can be pinned, and is accepted only with the right integrity', async (t) => {
    const page = await scene.open(t);
    const manifest: Record<string, string> = await (
      await fetch(`${scene.shop.base_url}/fields/v1/manifest.json`)
    ).json();
    const [file = '', integrity = ''] =
      Object.entries(manifest).find(([name]) => name.startsWith('wallets-')) ?? [];
    const load = (pin: { file: string; integrity: string }) =>
      page.evaluate(
        async ([origin, pinned]) => {
          const { loadWallets } = await import(`${origin}/fields/v1/loader.js`);
          return loadWallets(origin, pinned).then(
            () => 'loaded',
            () => 'refused',
          );
        },
        [scene.shop.base_url, pin] as const,
      );
    assert.equal(await load({ file, integrity: `sha384-${'A'.repeat(64)}` }), 'refused');
    assert.equal(await load({ file, integrity }), 'loaded');
  });

  test('keeps working after the page has moved it', async (t) => {
    const { client_secret } = await scene.planned('adyen');
    const page = await scene.checkout(t, { client_secret });
    await page.evaluate(() =>
      document.querySelector('main')?.append(document.querySelector('#wallets') ?? ''),
    );
    await page.waitForFunction(() => window.reported.length === 2);
    assert.equal(await googleButton(page).count(), 1);
    await approve(page);
    assert.equal((await resultsOf(page))[0]?.status, 'succeeded');
  });
});
