import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { CheckoutSession, DisputeList } from '../../clients/server/src/generated/api-types.ts';
import { axeProblems } from './axe-problems.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

const hostile = '"><img src=x onerror=document.title="taken"><script>alert(1)</script>';
/** One page of them and two more. */
const many = 27;

/** What whoever answers disputes looks at. */
describe('disputes at the console', () => {
  let shop: Shop;
  let browser: Browser;
  /** Opened first, at a PSP that gives eighteen days; the others are at one that gives seven. */
  let patient: CheckoutSession;

  const listed = async (holds: (list: DisputeList) => boolean): Promise<DisputeList> => {
    const list = await shop.call<DisputeList>('GET', '/v1/disputes?limit=100');
    if (holds(list)) return list;
    await sleep(200);
    return listed(holds);
  };
  const disputed = async (psp: string, fields: object): Promise<CheckoutSession> => {
    const paid = await payAt(shop, fields);
    await shop.atPsp(psp, 'dispute', String(paid.charge));
    return paid;
  };

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('adyen');
    patient = await disputed('adyen', { reference: 'PATIENT-1', amount: 4200 });
    await shop.route('stripe');
    await disputed('stripe', { reference: hostile.slice(0, 100), amount: 3100 });
    for (let n = 2; n < many; n += 1) await disputed('stripe', { reference: `URGENT-${n}` });
    await listed(({ data }) => data.length === many);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = (t: TestContext, path: string, options: object = {}) =>
    openConsole(shop, browser, t, path, options);
  const rows = (page: Page) => page.locator('.rows tbody tr');

  test('what is open comes by deadline, whenever it was opened, page by page', async (t) => {
    const page = await open(t, '/console/');
    await page.getByRole('link', { name: 'Disputes' }).click();
    await rows(page).first().waitFor();
    assert.equal(await rows(page).count(), 25);
    assert.match(await page.locator('.summary').innerText(), /^27 open: €\d+\.\d\d/);
    await rows(page).filter({ hasText: 'PATIENT-1' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Later deadlines' }).click();
    const last = rows(page).last();
    await last.filter({ hasText: 'PATIENT-1' }).waitFor();
    assert.equal(await rows(page).count(), 2);
    assert.match(
      await last.innerText(),
      /€42\.00[\s\S]*in 1[78] days[\s\S]*Chargeback[\s\S]*Answer at Adyen/,
    );
    assert.match(page.url(), /disputes\?skip=25$/);
    await page.getByRole('link', { name: 'Earlier deadlines' }).click();
    await rows(page).nth(24).waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('a keyboard that has turned to the next rows is at the heading above them', async (t) => {
    const page = await open(t, '/console/disputes');
    await page.getByRole('link', { name: 'Later deadlines' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Earlier deadlines' }).waitFor();
    await page.locator('h1:focus').waitFor();
    // A filter keeps the focus.
    await page.getByLabel('State').focus();
    await page.getByLabel('State').selectOption('all');
    await page.waitForURL(/status=all/);
    await rows(page).nth(24).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), 'SELECT');
  });

  test('a dispute leads to its payment, and an open one to its PSP', async (t) => {
    const page = await open(t, '/console/disputes?psp=adyen');
    await rows(page).first().waitFor();
    assert.equal(await rows(page).count(), 1);
    const answer = page.getByRole('link', { name: 'Answer at Adyen' });
    assert.match(String(await answer.getAttribute('href')), /^https:\/\/ca-test\.adyen\.com\//);
    assert.equal(await answer.getAttribute('rel'), 'noreferrer');
    await page.getByRole('link', { name: '€42.00' }).click();
    await page.getByRole('heading', { name: 'Payment €42.00' }).waitFor();
    assert.match(page.url(), new RegExp(patient.id));
    assert.deepEqual(page.troubles, []);
  });

  test('the address holds the filters, and what has ended is with how it ended', async (t) => {
    const lost = await disputed('stripe', { reference: 'LOST-1', amount: 900 });
    await listed(({ data }) => data.length > many);
    await shop.atPsp('stripe', 'lose', String(lost.charge));
    await listed(({ data }) => data.some(({ status }) => status === 'lost'));
    const page = await open(t, '/console/disputes');
    await page.getByLabel('State').selectOption('lost');
    await rows(page).filter({ hasText: 'LOST-1' }).waitFor();
    assert.equal(await rows(page).count(), 1);
    assert.match(await rows(page).innerText(), /€9\.00[\s\S]*Lost[\s\S]*Fraudulent[\s\S]*Stripe/);
    assert.equal(await page.getByRole('link', { name: /Answer at/ }).count(), 0);
    assert.match(page.url(), /disputes\?status=lost$/);
    await page.getByRole('link', { name: '€9.00' }).click();
    const story = page.locator('.timeline');
    await story.getByText('Dispute of €9.00 opened').waitFor();
    await story.getByText('Dispute of €9.00: lost').waitFor();
    await page.goBack();
    await page.getByLabel('State').selectOption('won');
    await page.getByText('No dispute has been won.').waitFor();
    await page.getByLabel('PSP').selectOption('adyen');
    assert.match(page.url(), /disputes\?status=won&psp=adyen$/);
    await page.goBack();
    await page.goBack();
    await rows(page).filter({ hasText: 'LOST-1' }).waitFor();
    await page.getByLabel('State').selectOption('all');
    await rows(page).nth(24).waitFor();
    await page.getByRole('link', { name: 'Older' }).click();
    await rows(page).filter({ hasText: 'PATIENT-1' }).waitFor();
    await page.getByRole('link', { name: 'Newer' }).click();
    await rows(page).filter({ hasText: 'LOST-1' }).waitFor();
    assert.deepEqual(page.troubles, []);
  });

  test('with the keyboard alone, a dispute’s payment is opened', async (t) => {
    const page = await open(t, '/console/disputes?psp=adyen');
    await rows(page).waitFor();
    for (let presses = 0; presses < 30; presses += 1) {
      await page.keyboard.press('Tab');
      if ((await page.evaluate(() => document.activeElement?.textContent)) === '€42.00') break;
    }
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Payment €42.00' }).waitFor();
  });

  test('what others wrote is shown as text; in German and on a telephone, too', async (t) => {
    const page = await open(t, '/console/disputes?skip=0', {
      viewport: { width: 390, height: 900 },
      locale: 'de-DE',
    });
    await page.getByRole('heading', { name: 'Anfechtungen' }).waitFor();
    await page.getByText(hostile.slice(0, 60)).waitFor();
    await page.getByRole('link', { name: 'Bei Stripe beantworten' }).first().waitFor();
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(await axeProblems(page.mainFrame()), []);
    assert.deepEqual(page.troubles, []);
  });

  test('a list that cannot be read says so, and is read again', async (t) => {
    const page = await open(t, '/console/');
    await page.route(/\/v1\/disputes/, (route) => route.abort());
    await page.getByRole('link', { name: 'Disputes' }).click();
    await page.getByRole('alert').getByText('No answer came.').waitFor();
    await page.unroute(/\/v1\/disputes/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows(page).first().waitFor();
  });
});
