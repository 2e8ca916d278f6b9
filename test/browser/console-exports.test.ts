import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Caller, Export } from '../../clients/server/src/generated/api-types.ts';
import { axeProblems } from './axe-problems.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What finance asks for. */
describe('exports at the console', () => {
  let shop: Shop;
  let browser: Browser;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('stripe');
    await payAt(shop, { reference: 'BOOKS-1', amount: 4800 });
    await payAt(shop, { reference: 'BOOKS-2', amount: 5200 });
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = (t: TestContext, path = '/console/exports', options: object = {}) =>
    openConsole(shop, browser, t, path, { timezoneId: 'Europe/Berlin', ...options });
  const create = (page: Page) => page.getByRole('button', { name: 'Create the file' });
  const items = (page: Page) => page.locator('.export');
  const ready = (page: Page) => items(page).first().getByText('Ready');
  const dayAt = (at_ms: number): string =>
    new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' }).format(at_ms);
  /** A day in Berlin, so many days from today. */
  const day = (days: number): string =>
    new Date(Date.parse(dayAt(Date.now())) + days * 86_400_000).toISOString().slice(0, 10);
  const today = async (page: Page): Promise<void> => {
    await page.getByLabel('First day').fill(day(0));
    await page.getByLabel('Last day').fill(day(0));
  };
  const downloaded = async (page: Page): Promise<{ readonly name: string; readonly text: string }> => {
    const download = page.waitForEvent('download');
    await items(page).first().getByRole('button', { name: 'Download' }).click();
    const file = await download;
    return { name: file.suggestedFilename(), text: readFileSync(await file.path(), 'utf8') };
  };

  test('yesterday’s movements are three clicks away, in the browser’s time zone', async (t) => {
    const page = await open(t, '/console/');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && /exports/.test(request.url()),
    );
    await page.getByRole('link', { name: 'Exports' }).click();
    await create(page).click();
    const { what, from, to, time_zone, format } = (await sent).postDataJSON();
    assert.deepEqual([what, time_zone, format], ['movements', 'Europe/Berlin', 'csv']);
    const days = [from, to - 1, to].map((at) => dayAt(at * 1000));
    assert.deepEqual(days, [day(-1), day(-1), day(0)]);
    await ready(page).waitFor();
    const { name, text } = await downloaded(page);
    assert.equal(name, `movements_${day(-1)}_${day(-1)}.csv`);
    assert.match(text, /^type,id,at,amount,/);
    assert.deepEqual(page.troubles, []);
  });

  test('a file has what happened, says until when it is complete, and its link is a new one each time', async (t) => {
    const page = await open(t);
    await page.getByLabel('What').selectOption('charges');
    await today(page);
    await create(page).click();
    await ready(page).waitFor();
    const item = items(page).first();
    assert.match(await item.innerText(), /Charges, [\s\S]*\d rows[\s\S]*CSV · Europe\/Berlin · requested/);
    await item.getByText(/Complete until .* What became known later is missing/).waitFor();
    const links: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('X-Amz-Signature')) links.push(request.url());
    });
    const { text } = await downloaded(page);
    assert.match(text, /BOOKS-1/);
    assert.match(text, /BOOKS-2/);
    // A signature names its second.
    await page.waitForTimeout(1_100);
    await downloaded(page);
    assert.equal(new Set(links).size, links.length);
    assert.ok(!(await page.content()).includes('X-Amz-Signature'));
    assert.match(page.url(), /\/console\/exports$/);
    assert.deepEqual(page.troubles, []);
  });

  test('days are chosen at once, and what cannot be asked for is said before it is sent', async (t) => {
    const page = await open(t);
    const first = page.getByLabel('First day');
    const pressed = page.locator('[aria-pressed="true"]');
    assert.equal(await pressed.innerText(), 'Yesterday');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    assert.equal(await first.inputValue(), day(-7));
    assert.equal(await pressed.innerText(), 'Last 7 days');
    await page.getByRole('button', { name: 'Last month' }).click();
    assert.match(await first.inputValue(), /-01$/);
    await first.fill(day(-40));
    assert.equal(await pressed.count(), 0);
    await page.getByLabel('Last day').fill(day(-1));
    await create(page).click();
    await page.getByRole('alert').getByText('At most 31 days.').waitFor();
    await first.fill(day(0));
    await create(page).click();
    await page.getByRole('alert').getByText('The last day is before the first.').waitFor();
    assert.equal(await items(page).count(), 0);
  });

  test('the tab keeps what was started, and another tab knows nothing of it', async (t) => {
    const page = await open(t);
    await page.getByLabel('Format').selectOption('json');
    await create(page).click();
    await ready(page).waitFor();
    await page.reload();
    await items(page).first().getByText('JSON').waitFor();
    await page.getByRole('link', { name: 'Payments', exact: true }).click();
    await page.getByRole('link', { name: 'Exports' }).click();
    await items(page).first().waitFor();
    const other = await page.context().newPage();
    await other.goto(`${shop.base_url}/console/exports`);
    await other.getByText('No file yet.').waitFor();
  });

  test('what a tab keeps of a service that does not know it is forgotten', async (t) => {
    const page = await open(t);
    await create(page).click();
    await ready(page).waitFor();
    await page.evaluate(() => {
      const name = Object.keys(sessionStorage).find((key) => key.startsWith('console.exports.')) ?? '';
      const ids: string[] = JSON.parse(sessionStorage.getItem(name) ?? '[]');
      sessionStorage.setItem(name, JSON.stringify(['<img src=x>', 'exp_unknown', ...ids]));
    });
    await page.reload();
    await ready(page).waitFor();
    await items(page).nth(1).waitFor({ state: 'detached' });
    assert.equal(await items(page).count(), 1);
    await page.reload();
    await ready(page).waitFor();
    assert.equal(await items(page).count(), 1);
  });

  test('while it is written it says how far it is; a failure and a deleted file are said in words', async (t) => {
    const page = await open(t);
    let shown: Partial<Export> = { status: 'running', rows: 12_345, url: null };
    await page.route(/\/v1\/exports\/exp_/, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, json: { ...(await answer.json()), ...shown } });
    });
    await create(page).click();
    const item = items(page).first();
    await item.getByText('12,345 rows so far').waitFor();
    assert.equal(await item.getByRole('button', { name: 'Download' }).count(), 0);
    shown = { status: 'failed', failure: 'too_long', rows: 12_345, url: null };
    await item.getByText(/Ask for fewer days/).waitFor();
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    shown = { status: 'done', url: null };
    await page.reload();
    await item.getByText(/deleted after 7 days/).waitFor();
    assert.equal(await item.locator('.badge').innerText(), 'Deleted');
    assert.equal(await item.getByRole('button', { name: 'Download' }).count(), 0);
  });

  test('who may not export is offered nothing of it', async (t) => {
    const page = await open(t, '/console/');
    await page.route(/\/v1\/me$/, async (route) => {
      const answer = await route.fetch();
      const me: Caller = await answer.json();
      const scopes = me.scopes.filter((scope) => scope !== 'exports:write');
      await route.fulfill({ response: answer, json: { ...me, scopes } });
    });
    await page.goto(`${shop.base_url}/console/exports`);
    await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Exports' }).count(), 0);
    assert.equal(await create(page).count(), 0);
    assert.equal(await page.getByRole('link', { name: 'Disputes' }).count(), 1);
  });

  test('a sign-in that ends leaves the form, and it can be sent after the next', async (t) => {
    const page = await open(t);
    await page.getByLabel('What').selectOption('refunds');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    const other = await page.context().newPage();
    await other.goto(`${shop.base_url}/console/`);
    await other.locator('.person summary').click();
    await other.getByRole('button', { name: 'Sign out' }).click();
    await other.getByRole('heading', { name: 'Sign in' }).waitFor();
    await create(page).click();
    await page.getByRole('heading', { name: 'Your sign-in has ended' }).waitFor();
    assert.equal(await page.getByLabel('What').inputValue(), 'refunds');
    assert.equal(await page.getByLabel('First day').inputValue(), day(-7));
    await other.goto(shop.consoleLink());
    await other.locator('.rows').waitFor();
    await create(page).click();
    await items(page).first().getByText('Refunds').waitFor();
    await ready(page).waitFor();
  });

  test('with the keyboard alone, in German and on a telephone, a file is made', async (t) => {
    const page = await open(t, '/console/exports', {
      viewport: { width: 390, height: 800 },
      locale: 'de-DE',
    });
    await page.locator('[name=what]').focus();
    const button = page.getByRole('button', { name: 'Datei erstellen' });
    for (let presses = 0; presses < 20; presses += 1) {
      if (await button.evaluate((element) => element === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Enter');
    await items(page).first().getByText('Fertig').waitFor();
    const box = await items(page).first().boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= 801, 'it is in sight');
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    assert.deepEqual(page.troubles, []);
  });
});
