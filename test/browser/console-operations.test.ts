import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { RoutingPsp, RoutingRule, Stats } from '../../clients/server/src/generated/api-types.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { declinedCard, payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What payment operations and finance do all day. */
describe('operations at the console', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('stripe');
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = (t: TestContext, path: string) => openConsole(shop, browser, t, path);
  const rule = (name = 'default') => shop.call<RoutingRule>('GET', `/v1/routing/rules/${name}`);
  const until = async <T>(read: () => Promise<T>, holds: (value: T) => boolean): Promise<T> => {
    const value = await read();
    if (holds(value)) return value;
    await sleep(200);
    return until(read, holds);
  };
  const weight = (page: Page, psp: string) => page.locator('.weight', { hasText: psp }).getByRole('textbox');

  test('an unknown outcome is open, says what it waits for, and goes when it is known', async (t) => {
    await shop.faults('stripe', [
      { kind: '5xx', only: 'look_up' },
      { kind: 'reset-after', only: 'authorize' },
    ]);
    const { id } = await payAt(shop, { reference: 'STUCK-1', amount: 3100 });
    const page = await open(t, '/console/open');
    const row = page.locator('.rows tbody tr', { hasText: '€31.00' });
    await row.waitFor();
    assert.match(await row.innerText(), /Payment[\s\S]*Stripe[\s\S]*Waits for the PSP/);
    await row.getByRole('link').click();
    await page.getByText('Stripe has not said yet what became of it').waitFor();
    await shop.faults('stripe', []);
    await page.getByRole('button', { name: 'Ask the PSP now' }).click();
    await page.getByText('€31.00 captured').waitFor();
    assert.equal((await shop.captured(id)).length, 1);
    assert.deepEqual(page.troubles, []);
  });

  test('behind what is open longest comes what is newer', async (t) => {
    const page = await open(t, '/console/');
    await page.route(/\/v1\/charges\?.*open=true/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({
        response,
        json: { ...(await response.json()), next_cursor: 'next', previous_cursor: 'previous' },
      });
    });
    await page.goto(`${shop.base_url}/console/open`);
    await page.locator('.pager a').nth(1).waitFor();
    assert.deepEqual(await page.locator('.pager a').allTextContents(), ['← Older', 'Newer →']);
  });

  test('weights are changed, with the share of each shown: reviewed, tried on past sessions, published with a note, taken back', async (t) => {
    await payAt(shop, { reference: 'BEFORE-1' });
    const before = await rule();
    const page = await open(t, '/console/routing');
    await page.getByRole('link', { name: 'default' }).click();
    await weight(page, 'Stripe').fill('60');
    await weight(page, 'Adyen').fill('20');
    await page.locator('.weight', { hasText: 'Stripe' }).getByText('75%').waitFor();
    await page.getByRole('button', { name: 'Review' }).click();
    await page
      .locator('.differences', { hasText: /Weight of Stripe\s*\d+ → 60/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /Try it on the last/ }).click();
    await page.getByText(/sessions replayed/).waitFor();
    await weight(page, 'Adyen').fill('40');
    await page.getByRole('button', { name: 'Publish' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByLabel('Why').fill('Adyen is cheaper');
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText(/is published, and in force everywhere/).waitFor();
    const after = await until(rule, ({ version }) => version > before.version);
    assert.deepEqual(
      after.targets.map((target) => target.weight),
      [60, 40, 0],
    );
    const newest = page.locator(`[data-version="${after.version}"]`);
    await newest.locator('.badge', { hasText: 'Live' }).waitFor();
    assert.match(await newest.innerText(), /Adyen is cheaper/);
    const old = page.locator(`[data-version="${before.version}"]`);
    await old.getByRole('button', { name: 'Go back to this version' }).click();
    await old.getByRole('button', { name: `Go back to version ${before.version}` }).click();
    const back = await until(rule, ({ version }) => version > after.version);
    assert.deepEqual(back.targets, before.targets);
    await until(
      () => weight(page, 'Stripe').inputValue(),
      (value) => value === String(before.targets[0]?.weight),
    );
    assert.deepEqual(page.troubles, []);
  });

  test('what is changed while its review is awaited is not published with it', async (t) => {
    const page = await open(t, '/console/routing/default');
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/v1/routing/rules', async (route) => {
      const response = await route.fetch();
      await held;
      await route.fulfill({ response });
    });
    await weight(page, 'Adyen').fill('7');
    const asked = page.waitForRequest('**/v1/routing/rules');
    await page.getByRole('button', { name: 'Review' }).click();
    await asked;
    await weight(page, 'Adyen').fill('70');
    const answered = page.waitForResponse('**/v1/routing/rules');
    release();
    await answered;
    await page.waitForTimeout(300);
    assert.equal(await page.getByRole('button', { name: 'Publish' }).count(), 0);
    await page.getByRole('button', { name: 'Review' }).click();
    await page
      .locator('.differences', { hasText: /Weight of Adyen\s*\d+ → 70/ })
      .first()
      .waitFor();
  });

  test('a rule that somebody else has changed meanwhile is not overwritten', async (t) => {
    const before = await rule();
    const page = await open(t, '/console/routing/default');
    await weight(page, 'Adyen').fill('7');
    await shop.call('POST', '/v1/routing/rules', { name: 'default', targets: [{ psp: 'adyen', weight: 3 }] });
    await until(rule, ({ version }) => version > before.version);
    await page.getByRole('button', { name: 'Review' }).click();
    await page.locator('.problem', { hasText: 'Somebody has changed this' }).waitFor();
    assert.equal(await weight(page, 'Adyen').inputValue(), '7', 'what was typed is still there');
    await shop.route('stripe');
  });

  test('a mistake in the rule is said in the service’s words, and nothing is published', async (t) => {
    const page = await open(t, '/console/routing/default');
    const { version } = await rule();
    await page.getByText('Overrides', { exact: true }).click();
    const json = page.getByLabel('Overrides as JSON');
    for (const [text, problem] of [
      ['[{', 'Overrides: expected JSON.'],
      [
        '[{"when":{"currency":["xyz"]},"targets":[{"psp":"adyen","weight":1}]}]',
        'overrides[0].when.currency[0]',
      ],
      ['[{"when":{"currency":["eur"]},"targets":[{"psp":"nobody","weight":1}]}]', 'nobody'],
    ] as const) {
      await json.fill(text);
      await page.getByRole('button', { name: 'Review' }).click();
      await page.locator('.problem', { hasText: problem }).waitFor();
    }
    assert.equal((await rule()).version, version);
  });

  test('a new rule is made, and a candidate is rolled out in steps and taken back', async (t) => {
    const page = await open(t, '/console/routing');
    await page.getByRole('link', { name: 'New rule' }).click();
    await page.getByLabel('Name').fill('tests-only');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 1 is published').waitFor();
    await until(rule.bind(null, 'tests-only'), ({ version }) => version === 1);
    await page.goto(`${shop.base_url}/console/routing/tests-only`);
    await weight(page, 'Stripe').fill('9');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByLabel('For whom').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Start the rollout' }).click();
    await page.getByRole('heading', { name: 'Version 2 gets 10%' }).waitFor();
    await page.getByRole('button', { name: 'Take it back' }).click();
    await page.getByRole('heading', { name: 'Version 2 gets' }).waitFor({ state: 'detached' });
  });

  test('a PSP is taken out with a reason, and put back', async (t) => {
    const page = await open(t, '/console/routing');
    const adyen = page.locator('.grid .card', { hasText: 'Adyen' }).first();
    const state = async () => {
      const { data } = await shop.call<{ data: readonly RoutingPsp[] }>('GET', '/v1/routing/psps');
      return data.find(({ id }) => id === 'adyen');
    };
    await adyen.getByRole('button', { name: 'Take out' }).click();
    await adyen.getByLabel('Why').fill('Their incident 4711');
    await adyen.getByRole('button', { name: 'Take out' }).click();
    await adyen.locator('.badge', { hasText: 'Taken out' }).waitFor();
    assert.deepEqual([(await state())?.state, (await state())?.note], ['closed', 'Their incident 4711']);
    await adyen.getByRole('button', { name: 'Put back' }).click();
    await adyen.getByLabel('Why').fill('It is over');
    await adyen.getByRole('button', { name: 'Put back' }).click();
    await adyen.locator('.badge', { hasText: 'Open' }).waitFor();
    assert.equal((await state())?.state, 'open');
  });

  test('a form is about what was there when it was opened: somebody else’s switch is not turned back', async (t) => {
    const page = await open(t, '/console/routing');
    const adyen = page.locator('.grid .card', { hasText: 'Adyen' }).first();
    await adyen.getByRole('button', { name: 'Take out' }).click();
    await adyen.getByLabel('Why').fill('outage');
    const { data } = await shop.call<{ data: readonly RoutingPsp[] }>('GET', '/v1/routing/psps');
    const { revision } = data.find(({ id }) => id === 'adyen') as RoutingPsp;
    await shop.call('POST', '/v1/routing/psps/adyen', { state: 'closed', note: 'mine', revision });
    await adyen.locator('.badge', { hasText: 'Taken out' }).waitFor();
    await adyen.getByRole('button', { name: 'Take out' }).click();
    await adyen.locator('.problem', { hasText: 'Somebody has changed this' }).waitFor();
    await shop.call('POST', '/v1/routing/psps/adyen', {
      state: 'open',
      note: 'over',
      revision: revision + 1,
    });
  });

  test('the only PSP of a rule is not taken out by mistake', async (t) => {
    const page = await open(t, '/console/routing');
    const stripe = page.locator('.grid .card', { hasText: 'Stripe' }).first();
    await shop.call('POST', '/v1/routing/rules', {
      name: 'stripe-only',
      targets: [{ psp: 'stripe', weight: 1 }],
    });
    await until(rule.bind(null, 'stripe-only'), ({ version }) => version === 1);
    await stripe.getByRole('button', { name: 'Take out' }).click();
    await stripe.getByLabel('Why').fill('Trying');
    await stripe.getByRole('button', { name: 'Take out' }).click();
    await stripe.locator('.problem', { hasText: 'stripe-only' }).waitFor();
    await stripe.getByRole('button', { name: 'Cancel' }).click();
    await stripe.locator('.badge', { hasText: 'Open' }).waitFor();
  });

  test('numbers by PSP and currency are those of the API, with their CSV', async (t) => {
    const today = Math.floor(Date.now() / 86_400_000) * 86_400;
    await payAt(shop, {}, declinedCard);
    await payAt(shop, { amount: 5000, currency: 'usd' });
    const stats = await until(
      () => shop.call<Stats>('GET', `/v1/stats?from=${today}&to=${today + 86_400}&by=psp,currency`),
      ({ rows }) => rows.some(({ currency, captured }) => currency === 'usd' && captured?.amount === 5000),
    );
    const usd = stats.rows.find(({ psp, currency }) => psp === 'stripe' && currency === 'usd');
    const page = await open(t, '/console/numbers');
    const row = page.locator('.rows tbody tr', { hasText: 'USD' });
    await row.waitFor();
    const cells = await row.locator('td').allTextContents();
    assert.equal(cells[1], String(usd?.attempts));
    assert.ok(cells.includes('$50.00'), cells.join(' | '));
    await page.locator('.chart canvas').waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download as CSV' }).click();
    assert.equal((await download).suggestedFilename(), 'numbers.csv');
    await page.getByLabel('Split by').selectOption('outcome');
    await page.locator('.rows', { hasText: 'Declined by the bank' }).waitFor();
    assert.deepEqual(page.troubles, []);
  });
});
