import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { cardFrame, typeCard } from './card-fields.ts';
import { openBrowser, openPage } from './open-browser.ts';
import { type Shop, startShop } from './start-shop.ts';

describe('the demonstration beside the shop', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });
  beforeEach(async () => {
    for (const psp of ['stripe', 'adyen', 'checkout_com']) await shop.faults(psp, { kind: 'ok' });
    await shop.route('stripe');
  });

  const open = async (t: TestContext) => {
    const page = await openPage(browser, t);
    await page.goto(shop.base_url);
    await cardFrame(page).locator('#number').waitFor();
    await page.locator('#payment .plan').waitFor();
    return page;
  };
  const plan = (page: Page) => page.locator('#payment .plan strong').allTextContents();
  const mode = (page: Page, psp: string, name: string) =>
    page.getByRole('group', { name: `What ${psp} does` }).getByRole('button', { name });
  const slide = (page: Page, psp: string, value: number) =>
    page.getByLabel(psp, { exact: true }).fill(String(value));

  test('a PSP taken down: the payment fails over, and the page shows how', async (t) => {
    const page = await open(t);
    await mode(page, 'Stripe', 'Down').click();
    await page.getByText('Refuses every connection').waitFor();
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    await page.getByText('Thank you!').waitFor();
    const attempts = page.locator('#payment .attempts li');
    await attempts.nth(1).locator('.badge', { hasText: 'Paid' }).waitFor();
    assert.deepEqual(await attempts.locator('strong').allTextContents(), ['Stripe', 'Adyen']);
    assert.deepEqual(await attempts.locator('.badge').allTextContents(), ['Unreachable', 'Paid']);
    await page.locator('#payment .books', { hasText: 'Stripe nothing' }).waitFor();
    await page.locator('#payment .books', { hasText: 'Adyen €48.00 captured' }).waitFor();
    await page.locator('.steps .done', { hasText: 'Take a PSP down' }).waitFor();
    await mode(page, 'Stripe', 'Normal').click();
    await page.waitForFunction(
      () =>
        document.querySelector('[data-psp=stripe] [data-mode=normal]')?.getAttribute('aria-pressed') ===
        'true',
    );
  });

  test('weights moved and published: in force, and the waiting order is routed anew', async (t) => {
    const page = await open(t);
    assert.equal((await plan(page))[0], 'Stripe');
    await slide(page, 'Stripe', 0);
    await slide(page, 'Adyen', 100);
    await page.getByText('Your changes are not published').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/went live after .* with no deploy/).waitFor();
    await page.waitForFunction(
      () => document.querySelector('#payment .plan strong')?.textContent === 'Adyen',
    );
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    await page.locator('#payment .attempts strong', { hasText: 'Adyen' }).waitFor();
  });

  test('only the rule on the screen is published: an invalid one cannot be, and the field is named once', async (t) => {
    const page = await open(t);
    const publish = page.getByRole('button', { name: 'Publish' });
    const published: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/demo/rule')) published.push(request.postData() ?? '');
    });
    await page.getByText('JSON, including overrides').click();
    const json = page.getByLabel('The rule as JSON');
    const before = await json.inputValue();
    const rule = JSON.parse(before);
    assert.equal(await publish.isDisabled(), true, 'nothing is changed yet');

    const refuses = async (text: string, problem: string | RegExp): Promise<void> => {
      await json.fill(text);
      await page.locator('#rule > .problem', { hasText: problem }).waitFor();
      assert.equal(await publish.isDisabled(), true, text);
      await publish.click({ force: true });
    };
    await refuses('{', 'This is not a JSON object yet.');
    assert.equal(
      await page.getByLabel('Stripe', { exact: true }).isDisabled(),
      true,
      'no slider shows another rule',
    );
    await refuses('[]', 'This is not a JSON object yet.');
    await refuses(JSON.stringify({ ...rule, name: 'other' }), 'publishes the rule “default”');
    await refuses(JSON.stringify({ ...rule, targets: 7 }), 'targets: expected a list.');
    const unsafe = { ...rule, failover: { ...rule.failover, on: ['unknown'] } };
    await refuses(JSON.stringify(unsafe), /could charge it twice/);
    const said = await page.locator('#rule > .problem').textContent();
    assert.equal(said?.split('failover.on[0]').length, 2, said ?? '');
    await refuses(JSON.stringify({ ...rule, targets: [{ psp: 'nobody', weight: 1 }] }), /^targets\[0\]\.psp/);
    assert.deepEqual(published, []);

    await page.getByRole('button', { name: 'Discard changes' }).click();
    assert.equal(await json.inputValue(), before);
    const weighted = {
      ...rule,
      targets: [
        { psp: 'stripe', weight: 7 },
        { psp: 'adyen', weight: 250 },
      ],
    };
    await json.fill(JSON.stringify(weighted));
    await page.locator('#rule output', { hasText: '250' }).waitFor();
    await page.getByLabel('Do not honor').check();
    const shown = JSON.parse(await json.inputValue());
    assert.ok(shown.failover.on.includes('do_not_honor'));
    await publish.click();
    await page.getByText(/went live after .* with no deploy/).waitFor();
    const [sent = '', ...more] = published;
    const { version: _, ...body } = JSON.parse(sent);
    assert.deepEqual([body, more], [shown, []]);
  });

  test('a version published by somebody else is the one shown, and a draft of the old one cannot replace it', async (t) => {
    const page = await open(t);
    await page.locator('#rule .rollout', { hasText: /^Version \d+ / }).waitFor();
    const newer = await shop.call<{ version: number }>('POST', '/v1/routing/rules', {
      name: 'default',
      targets: [{ psp: 'adyen', weight: 1 }],
    });
    await page.locator('#rule .rollout', { hasText: `Version ${newer.version} went live` }).waitFor();
    await page.locator('#weight-adyen + output', { hasText: /^1$/ }).waitFor();
    await slide(page, 'Adyen', 50);
    await page.getByText('Your changes are not published').waitFor();
    const newest = await shop.call<{ version: number }>('POST', '/v1/routing/rules', {
      name: 'default',
      targets: [{ psp: 'stripe', weight: 1 }],
    });
    await page.getByText(`Version ${newest.version} has been published since`).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Publish' }).isDisabled(), true);
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.locator('#weight-adyen + output', { hasText: 'not used' }).waitFor();
  });

  test('dozens of payments: shares are shown beside the weights', async (t) => {
    const page = await open(t);
    await page.getByRole('button', { name: 'Send 50 payments' }).click();
    await page.getByText('50 payments under version').waitFor({ timeout: 90_000 });
    const figures = page.locator('#shares .figures');
    assert.equal(await figures.nth(0).textContent(), 'took 100 %, drawn 100 %, weight 100 %');
    assert.equal(await figures.nth(1).textContent(), 'took 0 %, drawn 0 %, weight 0 %');
    await page.getByRole('button', { name: 'Send 50 payments' }).waitFor();
  });

  test('a payment made with curl appears, and can be opened', async (t) => {
    const page = await open(t);
    const { id, client_secret } = await shop.session({ amount: 777, currency: 'usd' });
    await shop.call(
      'POST',
      `/v1/checkout/sessions/${id}/confirm`,
      {
        payment_method: {
          type: 'card',
          card: { number: '4000000000000002', exp_month: 12, exp_year: 2030, cvc: '123' },
        },
      },
      client_secret,
    );
    const item = page.locator(`#feed [data-id=${id}]`);
    await item.getByRole('button').click();
    await item.locator('.story', { hasText: id }).waitFor();
    assert.equal(await item.locator('.attempts .badge').textContent(), 'Do not honor');
    assert.match(
      (await page.locator('#payment').textContent()) ?? '',
      /Not paid yet/,
      'the shop’s own order',
    );
    await page.getByRole('button', { name: 'Send 50 payments' }).click();
    await page.waitForFunction(
      (own) => document.querySelectorAll(`#feed li:not([data-id=${own}])`).length >= 24,
      id,
    );
    await item.locator('.story .attempts').waitFor();
    await item.getByRole('button').click();
    await item.waitFor({ state: 'detached' });
  });

  test('the list says when, for which order, how much, where and how it ended', async (t) => {
    const page = await open(t);
    const pay = async (fields: object): Promise<string> => {
      const { id, client_secret } = await shop.session(fields);
      const card = { number: '4111000000010007', exp_month: 12, exp_year: 2030, cvc: '123' };
      await shop.call(
        'POST',
        `/v1/checkout/sessions/${id}/confirm`,
        { payment_method: { type: 'card', card } },
        client_secret,
      );
      return id;
    };
    const named = await pay({ amount: 500, currency: 'jpy', reference: 'ORD-9 <b>& Söhne</b>' });
    const unnamed = await pay({ amount: 123_456, currency: 'kwd' });
    const words = async (id: string) => {
      const cells = page.locator(`#feed [data-id=${id}] button > *`);
      await cells.first().waitFor();
      return (await cells.allTextContents()).map((text) => text.replace(/\d+ m?s$/, 'N ms'));
    };
    const [time, ...rest] = await words(named);
    assert.match(time ?? '', /^\d\d:\d\d:\d\d$/);
    assert.deepEqual(rest, ['ORD-9 <b>& Söhne</b>', '¥500', 'Stripe', 'N ms', 'Insufficient funds']);
    assert.deepEqual((await words(unnamed)).slice(1, 3), [unnamed, 'KWD\u00a0123.456']);
  });

  test('a payment that no PSP got counts as drawn, and no share is above 100 %', async (t) => {
    const page = await open(t);
    for (const psp of ['stripe', 'adyen', 'checkout_com']) await shop.faults(psp, { kind: 'down' });
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    await page.locator('#payment .attempts li').nth(2).waitFor();
    await page.waitForFunction(
      () => document.querySelector('#shares .figures')?.textContent?.startsWith('took 0 %') === false,
    );
    const figures = (await page.locator('#shares .figures').allTextContents()).join();
    const shares = [...figures.matchAll(/(\d+) %/g)].map(([, share]) => Number(share));
    assert.ok(shares.length > 2 && shares.every((share) => share <= 100), figures);
  });

  test('what was done stays done, after dozens of other payments too', async (t) => {
    const page = await open(t);
    await mode(page, 'Stripe', 'Down').click();
    await page.getByText('Refuses every connection').waitFor();
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    const done = page.locator('.steps .done', { hasText: 'Take a PSP down' });
    await done.waitFor();
    await mode(page, 'Stripe', 'Normal').click();
    await page.getByText('Answers at once.').first().waitFor();
    await page.getByRole('button', { name: 'Send 50 payments' }).click();
    await page.getByText(/Sending \d+ of 50/).waitFor();
    await page.getByRole('button', { name: 'Send 50 payments' }).waitFor({ timeout: 60_000 });
    await page.waitForResponse('**/demo/state');
    await done.waitFor();
    await page.reload();
    await done.waitFor();
  });

  test('health without a first attempt is not a share of nothing', async (t) => {
    const page = await openPage(browser, t);
    const seen = { currency: 'eur', interval: [0.9, 1], evidence: 0.4, weight_factor: 1, until: null };
    const health = [
      { ...seen, psp: 'adyen', state: 'healthy', signal: 'technical', rate: 0.963, baseline: 0.963, n: 0 },
      { ...seen, psp: 'stripe', state: 'healthy', signal: 'approval', rate: 0.5, baseline: 0.9, n: 2 },
    ];
    await page.route('**/demo/state', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), health } });
    });
    await page.goto(shop.base_url);
    const words = (psp: string) => page.locator(`[data-health=${psp}] .note`).textContent();
    await page.locator('[data-health=adyen]').waitFor();
    assert.equal(
      await words('adyen'),
      'No first attempt lately. Answered before: 90.0\u00a0% to 100.0\u00a0%, with 95 % confidence.',
    );
    assert.match((await words('stripe')) ?? '', /^Approved 50\.0\u00a0% of 2 first attempts/);
  });

  test('a wrong rule, a dead PSP and a payment leave no error in the browser’s console', async (t) => {
    const page = await open(t);
    await page.getByText('JSON, including overrides').click();
    const json = page.getByLabel('The rule as JSON');
    for (const targets of [[{ psp: 'nobody', weight: 1 }], [], [{ psp: 'stripe', weight: -1 }]]) {
      await json.fill(JSON.stringify({ name: 'default', targets }));
      await page.locator('#rule > .problem', { hasText: 'targets' }).waitFor();
    }
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await mode(page, 'Stripe', 'Down').click();
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    await page.getByText('Thank you!').waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('an address that leads nowhere is a page, for a browser; a program gets what it always got', async (t) => {
    const page = await openPage(browser, t);
    for (const path of [
      '/nothing',
      '/docs/nothing',
      '/docs/a/b',
      '/fields/v1/nothing.html',
      '/favicon.ico/%3Cb%3E',
    ]) {
      const answer = await page.goto(`${shop.base_url}${path}`);
      assert.equal(answer?.status(), 404, path);
      await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
      assert.equal(await page.locator('main code').textContent(), path);
      await page.getByRole('link', { name: 'the shop' }).waitFor();
    }
    const asked = async (path: string) =>
      (await fetch(`${shop.base_url}${path}`)).headers.get('content-type');
    assert.equal(await asked('/nothing'), 'application/json');
    assert.equal(await asked('/docs/nothing'), 'text/plain');
    const api = await page.goto(`${shop.base_url}/v1/nothing`);
    assert.equal(api?.headers()['content-type'], 'application/json');
  });

  test('no answer to the browser ever holds the API key', async (t) => {
    const page = await openPage(browser, t);
    const bodies: Promise<string>[] = [];
    page.on('response', (response) =>
      bodies.push(
        response.text().then(
          (text) => `${JSON.stringify(response.headers())}${text}`,
          () => '',
        ),
      ),
    );
    await page.goto(shop.base_url);
    await typeCard(page);
    await page.getByRole('button', { name: /^Pay / }).press('Enter');
    await page.getByText('Thank you!').waitFor();
    const read = await Promise.all(bodies);
    assert.ok(read.length > 8 && read.some((text) => text.includes('client_secret')));
    for (const text of read) assert.ok(!text.includes(shop.api_key.slice(8)));
    assert.deepEqual(page.troubles, []);
  });

  test('a service that is gone is reported, not hidden', async (t) => {
    const page = await open(t);
    await page.route('**/demo/**', (route) => route.abort());
    await page.getByText('The service does not answer. Trying again…').waitFor();
    await page.unroute('**/demo/**');
    await page.getByText('The service does not answer. Trying again…').waitFor({ state: 'hidden' });
  });
});
