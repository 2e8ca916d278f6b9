import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { languages } from '../../clients/browser/src/languages.ts';
import type { ConfirmResult } from '../../clients/browser/src/types.ts';
import { axeProblems } from './axe-problems.ts';
import { goodCard, typeCard } from './card-fields.ts';
import { askedByBank } from './hosted-page-scene.ts';
import { lostAfter, merchantScene, onConfirm } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';
import { paymentPage } from './payment-page.ts';
import { fillCard, fits, readyFrame } from './ready-frame.ts';
import { merchantPage } from './start-merchant.ts';

const askedByAdyensBank = '4212345678901237';

declare global {
  interface Window {
    paying: Promise<ConfirmResult>;
  }
}

describe('3-D Secure in a frame of the page', () => {
  const scene = merchantScene();
  let pages = 0;

  const waiting = { type: 'redirect_to_url', redirect_to_url: { url: 'https://bank.example/', frame: true } };

  type Opening = {
    readonly options?: object;
    readonly context?: object;
    readonly policy?: string;
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** A page with a payment element that shows challenges in a frame, its card typed. */
  const open = async (
    t: TestContext,
    client_secret: string,
    { options = {}, context = {}, policy, headers }: Opening = {},
  ): Promise<WatchedPage> => {
    const path = `/challenge-${++pages}`;
    const page = await openPage(scene.browser, t, context);
    const html = paymentPage(scene.shop.base_url, { client_secret, redirect: 'if_required', ...options });
    const meta = `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`;
    scene.merchant.page(path, policy ? html.replace('<head>', meta) : html, 'text/html', headers);
    await page.goto(scene.merchant.url(path));
    await page.waitForFunction(() => window.payment);
    await fillCard(await readyFrame(page), askedByBank);
    return page;
  };
  const bank = (page: Page) => page.frameLocator('dialog iframe');
  const dialog = (page: Page) => page.locator('dialog');
  const begin = (page: Page) =>
    page.evaluate(() => {
      window.paying = window.payment.confirm();
    });
  const result = (page: Page): Promise<ConfirmResult> => page.evaluate(() => window.paying);

  test('a customer who passes stays on the page, which learns that it is paid', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    const address = page.url();
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
    assert.equal(await dialog(page).count(), 0);
    assert.equal(page.url(), address);
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(page.troubles, []);
    assert.deepEqual((await page.evaluate(() => window.reported)).at(-1)?.[0], 'result');
  });

  test('a customer who fails reads why, and pays with another card', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Fail' }).click();
    const failed = await result(page);
    assert.equal(failed.status === 'declined' && failed.decline_code, 'authentication_failed');
    await (await readyFrame(page)).getByText(messagesIn.en.declines.authentication_failed).waitFor();
    await fillCard(await readyFrame(page), goodCard.number);
    await begin(page);
    assert.equal((await result(page)).status, 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('the patience of the page does not run while the customer is with the bank', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { options: { patience: 3 } });
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    await page.waitForTimeout(3_500);
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
  });

  for (const [way, leave] of [
    ['the button', (page: Page) => page.getByRole('button', { name: messagesIn.en.challenge.back }).click()],
    ['the keyboard', (page: Page) => page.keyboard.press('Escape')],
  ] as const)
    test(`a customer who leaves it by ${way} may go on, or pay with another card`, async (t) => {
      const { id, client_secret } = await scene.shop.session();
      const page = await open(t, client_secret);
      await page.locator('#pay').focus();
      await begin(page);
      await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
      await leave(page);
      const left = await result(page);
      assert.equal(left.status === 'refused' && left.code, 'payment_in_progress');
      assert.match(left.status === 'refused' ? (left.url ?? '') : '', /\/_sim\/3ds\//);
      assert.equal(await page.evaluate(() => document.activeElement?.id), 'pay');
      await fillCard(await readyFrame(page), goodCard.number);
      await begin(page);
      assert.equal((await result(page)).status, 'succeeded');
      assert.equal((await scene.shop.captured(id)).length, 1);
    });

  test('a customer who leaves it and approves elsewhere has paid, and the page learns it', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    await page.keyboard.press('Escape');
    const left = await result(page);
    assert.equal(left.status === 'refused' && left.code, 'payment_in_progress');
    assert.doesNotMatch(left.status === 'refused' ? left.message : '', /not been charged/);
    const url = left.status === 'refused' ? (left.url ?? '') : '';
    await fetch(`${url}?result=approve`, { method: 'POST', redirect: 'manual' });
    await page.waitForFunction(() => (window.reported.at(-1)?.[1] as ConfirmResult)?.status === 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
    const frame = await readyFrame(page);
    assert.equal(await frame.locator('#number').inputValue(), '');
    assert.equal(await frame.locator('#notice').textContent(), '');
  });

  test('what the PSP notices a moment after the return is the result', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    let reads = 0;
    await page.route(`**/v1/checkout/sessions/${id}`, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      const early = { ...json, payment_status: 'requires_action', next_action: waiting };
      await route.fulfill({ response: answer, json: ++reads < 3 ? early : json });
    });
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
    assert.equal(reads, 3);
  });

  test('the patience of the page runs again once the customer is back', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, { options: { patience: 2 } });
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    let known = false;
    await page.route(`**/v1/checkout/sessions/${id}`, async (route) => {
      const answer = await route.fetch();
      const json = await answer.json();
      const unknown = { ...json, payment_status: 'processing', next_action: null };
      await route.fulfill({ response: answer, json: known ? json : unknown });
    });
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'processing');
    known = true;
    await page.waitForFunction(() => (window.reported.at(-1)?.[1] as ConfirmResult)?.status === 'succeeded');
  });

  test('goes with the fields when the page takes them away', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    await page.evaluate(() => window.payment.destroy());
    assert.equal((await result(page)).status, 'processing');
    assert.equal(await dialog(page).count(), 0);
  });

  test('works in a page that takes no clicks below its own dialog, and under a policy that only reports', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret, {
      headers: { 'content-security-policy-report-only': "frame-src 'self'" },
    });
    await page.evaluate(() => {
      document.body.style.pointerEvents = 'none';
      document.body.style.visibility = 'hidden';
    });
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
  });

  test('a shop that is in a frame itself comes back to its own address', async (t) => {
    await scene.shop.route('adyen');
    try {
      const thanks = scene.merchant.url(`/thanks-${pages}`);
      const { id, client_secret } = await scene.shop.session({ success_url: thanks });
      const path = `/framed-${++pages}`;
      const options = { client_secret, redirect: 'if_required' };
      scene.merchant.page(path, paymentPage(scene.shop.base_url, options));
      scene.merchant.page(
        `${path}-market`,
        `<!doctype html><html lang="en"><title>Market</title><iframe id="shop" src="${path}" width="800" height="900"></iframe></html>`,
      );
      const page = await openPage(scene.browser, t);
      await page.goto(scene.merchant.url(`${path}-market`));
      const shop = page.frames()[1] ?? page.mainFrame();
      await shop.waitForFunction(() => window.payment);
      const [card] = shop.childFrames();
      assert.ok(card);
      await fillCard(card, askedByAdyensBank);
      // The simulated bank of this PSP lets nobody frame it: the customer approves there all the same.
      const [asked] = await Promise.all([
        page.waitForResponse('**/confirm'),
        shop.evaluate(() => void window.payment.confirm()),
      ]);
      const { next_action } = await asked.json();
      const decided = await fetch(`${next_action.redirect_to_url.url}?result=approve`, {
        method: 'POST',
        redirect: 'manual',
      });
      await page.evaluate((address) => {
        const frame = document.querySelector('iframe');
        if (frame) frame.src = address;
      }, decided.headers.get('location') ?? '');
      const there = () => page.frames().some((frame) => frame.url() === `${thanks}?session_id=${id}`);
      for (let look = 0; look < 100 && !there(); look++) await page.waitForTimeout(100);
      assert.ok(
        there(),
        page
          .frames()
          .map((frame) => frame.url())
          .join(),
      );
    } finally {
      await scene.shop.route('stripe');
    }
  });

  test('a button opens the bank in the full page, and its end leads to the shop', async (t) => {
    for (const [choice, to] of [
      ['Approve', '/thanks'],
      ['Fail', '/basket'],
    ] as const) {
      const { id, client_secret } = await scene.shop.session({
        cancel_url: `${scene.shop.base_url}/basket`,
      });
      const page = await open(t, client_secret);
      await begin(page);
      await page.getByRole('button', { name: messagesIn.en.challenge.full_page }).click();
      await page.waitForURL('**/_sim/3ds/**');
      await page.getByRole('button', { name: choice }).click();
      await page.waitForURL(`**${to}?session_id=${id}`);
    }
  });

  test('where the policy of the page forbids the frame, the browser leaves for the bank', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const { base_url } = scene.shop;
    const policy = `default-src 'none'; script-src 'unsafe-inline' ${base_url}; style-src 'unsafe-inline'; frame-src ${base_url}`;
    const page = await open(t, client_secret, { policy });
    await begin(page).catch(() => {});
    await page.waitForURL('**/_sim/3ds/**');
    await page.getByRole('button', { name: 'Approve' }).click();
    await page.waitForURL(`**/thanks?session_id=${id}`);
  });

  test('a bank’s page can neither take the page elsewhere nor say that it was paid', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    const address = page.url();
    await page.route('**/_sim/3ds/**', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<h1>Evil bank</h1><script>
          try { top.location = 'https://evil.example/' } catch {}
          for (const type of ['payment-fields:returned', 'result'])
            top.postMessage({ type, result: { status: 'succeeded' } }, '*');
        </script>`,
      }),
    );
    await begin(page);
    await bank(page).getByText('Evil bank').waitFor();
    await page.waitForTimeout(500);
    assert.equal(page.url(), address);
    assert.equal(await dialog(page).count(), 1);
    await page.keyboard.press('Escape');
    assert.equal((await result(page)).status, 'refused');
    assert.deepEqual(await scene.shop.captured(id), []);
  });

  test('a page that says too early that the challenge has ended learns what is true', async (t) => {
    const { client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
    await page.evaluate((address) => {
      const frame = document.createElement('iframe');
      frame.src = address;
      document.body.append(frame);
    }, `${scene.shop.base_url}/fields/v1/returned.html`);
    const early = await result(page);
    assert.equal(early.status === 'refused' && early.code, 'payment_in_progress');
  });

  test('after a lost answer it is there, too', async (t) => {
    const { id, client_secret } = await scene.shop.session();
    const page = await open(t, client_secret);
    const keys = await onConfirm(page, lostAfter);
    await begin(page);
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
    assert.deepEqual([keys.length, new Set(keys).size], [2, 1]);
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('without the option, and at a PSP that documents no frame, the browser leaves', async (t) => {
    const approve = async (page: Page, id: string) => {
      await page.waitForURL('**/_sim/3ds/**');
      await page.getByRole('button', { name: 'Approve' }).click();
      await page.waitForURL(`**/thanks?session_id=${id}`);
    };
    const usual = await scene.shop.session();
    const always = await open(t, usual.client_secret, { options: { redirect: 'always' } });
    await begin(always).catch(() => {});
    await approve(always, usual.id);
    await scene.shop.route('adyen');
    try {
      const elsewhere = await scene.shop.session();
      const page = await open(t, elsewhere.client_secret);
      await fillCard(await readyFrame(page), askedByAdyensBank);
      await begin(page).catch(() => {});
      await approve(page, elsewhere.id);
    } finally {
      await scene.shop.route('stripe');
    }
  });

  test('a card and a group of fields have it too', async (t) => {
    const { client_secret, id } = await scene.shop.session();
    scene.merchant.page('/framed-card', merchantPage(scene.shop.base_url, { redirect: 'if_required' }));
    const page = await scene.open(t, '/framed-card');
    await typeCard(page, { number: askedByBank });
    await page.evaluate((secret) => {
      window.paying = window.card.confirm(secret);
    }, client_secret);
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    const other = await scene.shop.session();
    await page.evaluate(
      async ({ service, secret }) => {
        document.body.innerHTML = '<div id="number"></div><div id="expiry"></div><div id="cvc"></div>';
        const group = (await window.loadFields(service)).group({ redirect: 'if_required' });
        for (const name of ['number', 'expiry', 'cvc'] as const) group.create(name).mount(`#${name}`);
        Object.assign(window, { pay: () => group.confirm(secret) });
      },
      { service: scene.shop.base_url, secret: other.client_secret },
    );
    for (const [title, name] of [
      ['Secure card number field', 'number'],
      ['Secure expiry date field', 'expiry'],
      ['Secure security code field', 'cvc'],
    ] as const)
      await page
        .frameLocator(`iframe[title="${title}"]`)
        .locator(`#${name}`)
        .fill(name === 'number' ? askedByBank : goodCard[name]);
    await page.evaluate(() => {
      window.paying = (window as unknown as { pay: () => Promise<ConfirmResult> }).pay();
    });
    await bank(page).getByRole('button', { name: 'Approve' }).click();
    assert.equal((await result(page)).status, 'succeeded');
  });

  test('an unknown value of the option is named at once', async (t) => {
    const page = await scene.open(t);
    const message = await page.evaluate(async (service) => {
      const fields = await window.loadFields(service);
      try {
        fields.create('card', { redirect: 'if-required' as never });
        return '';
      } catch (error) {
        return String(error);
      }
    }, scene.shop.base_url);
    assert.match(message, /Unknown redirect "if-required" \(did you mean "if_required"\?\)/);
  });

  test('fits a phone in every language, and axe finds nothing', async (t) => {
    for (const locale of languages) {
      const { client_secret } = await scene.shop.session();
      const context = { viewport: { width: 390, height: 700 } };
      const page = await open(t, client_secret, { options: { locale }, context });
      await begin(page);
      await bank(page).getByRole('button', { name: 'Approve' }).waitFor();
      for (const label of Object.values(messagesIn[locale].challenge))
        await page.locator('dialog').getByText(label, { exact: true }).waitFor();
      assert.ok(await fits(page));
      assert.deepEqual(await axeProblems(page.mainFrame()), []);
    }
  });
});
