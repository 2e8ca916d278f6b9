import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import type { Charge, CheckoutSession } from '../../clients/server/src/generated/api-types.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { declinedCard, payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

/** What support does all day. */
describe('support at the console', () => {
  let shop: Shop;
  let browser: Browser;
  let paid: CheckoutSession;
  let charge: Charge;

  before(async () => {
    [shop, browser] = await Promise.all([startShop(), openBrowser()]);
    await shop.route('stripe');
    await payAt(shop, { reference: 'OTHER-1', amount: 700 }, declinedCard);
    paid = await payAt(shop, { reference: 'ORD-7001', customer_email: 'anna@example.com', amount: 2599 });
    await payAt(shop, { reference: 'ORD-7002', customer_email: 'ben@example.com', amount: 1200 });
    charge = await shop.call<Charge>('GET', `/v1/charges/${paid.charge}`);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
  });

  const open = (t: TestContext, path?: string) => openConsole(shop, browser, t, path);
  const find = async (page: Page, text: string): Promise<void> => {
    await page.getByRole('searchbox').fill(text);
    await page.keyboard.press('Enter');
  };
  const rows = (page: Page) => page.locator('.rows tbody tr');

  for (const [what, text] of [
    ['its reference', () => 'ORD-7001'],
    ['the beginning of its reference', () => 'ord-7001'],
    ['the customer’s e-mail address', () => 'anna@exam'],
    ['last four digits, amount and day', () => `4242 25.99 ${new Date().toISOString().slice(0, 10)}`],
  ] as const)
    test(`a payment is found by ${what}, and stays in the address`, async (t) => {
      const page = await openConsole(shop, browser, t, '/console/', { timezoneId: 'UTC' });
      await rows(page).nth(2).waitFor();
      await find(page, text());
      await page.waitForURL(/\?/);
      await rows(page).nth(1).waitFor({ state: 'detached' });
      assert.equal(await rows(page).locator('.reference').innerText(), 'ORD-7001');
      await page.reload();
      await rows(page).first().waitFor();
      assert.equal(await rows(page).count(), 1);
      await rows(page).getByRole('link', { name: '€25.99' }).click();
      await page.getByRole('heading', { name: 'Payment €25.99' }).waitFor();
      assert.deepEqual(page.troubles, []);
    });

  for (const [what, text] of [
    ['id of the charge', () => charge.id],
    ['id of the session', () => paid.id],
    ['id at the PSP', () => charge.psp_reference ?? ''],
  ] as const)
    test(`the ${what} leads to the payment`, async (t) => {
      const page = await open(t);
      await find(page, text());
      await page.getByRole('heading', { name: 'Payment €25.99' }).waitFor();
      assert.ok(page.url().endsWith(paid.id));
      assert.deepEqual(page.troubles, []);
    });

  test('where nobody answers who is signed in, the page says so and asks again', async (t) => {
    const page = await open(t);
    let silent = true;
    await page.route('**/v1/me', (route) => (silent ? route.abort() : route.continue()));
    await page.goto(`${shop.base_url}/console/open`);
    await page.locator('.problem', { hasText: 'No answer came' }).waitFor();
    silent = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Open items' }).waitFor();
  });

  test('a slash leads into the search, but is one in a field', async (t) => {
    const page = await open(t);
    await page.keyboard.press('/');
    await page.keyboard.type('ORD/7');
    assert.equal(await page.getByRole('searchbox').inputValue(), 'ORD/7');
  });

  test('what is not there is said, and leads nowhere', async (t) => {
    const page = await open(t);
    await find(page, 'ch_00000000000000000000000000');
    await page.locator('search .problem', { hasText: 'ch_0000' }).waitFor();
    await find(page, 'NOBODY-1');
    await page.getByText('No payment matches.').waitFor();
  });

  test('a payment tells its story: planned, asked, taken, with what developers know it by', async (t) => {
    const page = await open(t, `/console/payments/${paid.id}`);
    const story = page.locator('.timeline li');
    await story.nth(3).waitFor();
    const lines = await story.locator('strong, .head code').allTextContents();
    assert.deepEqual(lines, [
      'Created; planned for Stripe, then Adyen, then Checkout.com',
      '€25.99 requested from Stripe',
      'Stripe: captured',
      'checkout.session.paid',
    ]);
    assert.equal(await page.locator('.sum').innerText(), '€25.99 captured');
    const dashboard = page.getByRole('link', { name: 'Open at Stripe' });
    assert.equal(
      await dashboard.getAttribute('href'),
      `https://dashboard.stripe.com/test/payments/${charge.psp_reference}`,
    );
  });

  test('an event that is recorded after the payment was opened joins its story', async (t) => {
    const page = await open(t);
    let recorded = false;
    await page.route(/\/v1\/events\?/, async (route) => {
      const response = await route.fetch();
      const list = await response.json();
      await route.fulfill({ response, json: recorded ? list : { ...list, data: [] } });
    });
    await page.goto(`${shop.base_url}/console/payments/${paid.id}`);
    const story = page.locator('.timeline');
    await story.getByText('Stripe: captured').waitFor();
    assert.equal(await story.getByText('checkout.session.paid').count(), 0);
    recorded = true;
    await story.getByText('checkout.session.paid').waitFor();
  });

  test('a part is refunded with a reason: once, and the rest is left', async (t) => {
    const { id, charge: taken } = await payAt(shop, { reference: 'ORD-7003', amount: 2000 });
    const page = await open(t, `/console/payments/${id}`);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/v1/charges/refund')) sent.push(request.headers()['idempotency-key'] ?? '');
    });
    await page.getByRole('button', { name: 'Refund' }).click();
    const amount = page.getByLabel('Amount (EUR)');
    assert.equal(await amount.inputValue(), '20.00');
    for (const [text, problem] of [
      ['20.01', 'Amount: at most €20.00.'],
      ['five', 'Amount: expected a number such as 20.00.'],
      ['0', 'Amount: expected a number such as 20.00.'],
      ['1,234.56', 'Amount: expected a number such as 20.00.'],
    ] as const) {
      await amount.fill(text);
      await page.locator('.disclosed button[type=submit]').click();
      await page.locator('.problem', { hasText: problem }).waitFor();
    }
    assert.deepEqual(sent, []);
    await amount.fill('5,50');
    await page.getByLabel('Reason').selectOption({ label: 'Requested by the customer' });
    await page.getByRole('button', { name: 'Refund €5.50' }).dblclick();
    await page.getByText('€14.50 kept').waitFor();
    await page.locator('.timeline', { hasText: 'Refund of €5.50' }).waitFor();
    assert.equal(new Set(sent).size, 1);
    const { refunds } = await shop.call<Charge>('GET', `/v1/charges/${taken}`);
    assert.deepEqual(
      refunds.map((refund) => [refund.amount, refund.reason]),
      [[550, 'requested_by_customer']],
    );
  });

  test('a refund whose answer was lost is sent again as the same one', async (t) => {
    const { id, charge: charged } = await payAt(shop, { reference: 'ORD-7004', amount: 2000 });
    const page = await open(t, `/console/payments/${id}`);
    let lost = false;
    await page.route('**/v1/charges/refund', async (route) => {
      if (lost) return route.continue();
      lost = true;
      await route.fetch();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Refund' }).click();
    await page.getByLabel('Amount (EUR)').fill('7');
    await page.getByRole('button', { name: 'Refund €7.00' }).click();
    await page.locator('.problem', { hasText: 'No answer came' }).waitFor();
    await page.getByRole('button', { name: 'Refund €7.00' }).click();
    await page.getByText('€13.00 kept').waitFor();
    const { refunds } = await shop.call<Charge>('GET', `/v1/charges/${charged}`);
    assert.deepEqual(
      refunds.map(({ amount }) => amount),
      [700],
    );
  });

  test('a refund is of what its button says, also if somebody else was faster', async (t) => {
    const { id, charge: taken } = await payAt(shop, { reference: 'ORD-7006', amount: 2000 });
    const page = await open(t, `/console/payments/${id}`);
    await page.getByRole('button', { name: 'Refund' }).click();
    await shop.call('POST', '/v1/charges/refund', { charge: taken, amount: 500 });
    await page.getByText('€15.00 kept').waitFor();
    assert.equal(await page.getByLabel('Amount (EUR)').inputValue(), '20.00');
    await page.getByRole('button', { name: 'Refund €20.00' }).click();
    await page.locator('.disclosed .problem').waitFor();
    assert.equal((await shop.call<Charge>('GET', `/v1/charges/${taken}`)).refunds.length, 1);
  });

  test('a filter stays while another is chosen, also of a PSP that is not configured any more', async (t) => {
    const page = await open(t, '/console/payments?psp=former');
    const filters = page.locator('form.filters');
    assert.equal(await filters.getByLabel('PSP').inputValue(), 'former');
    await filters.getByLabel('State').selectOption('captured');
    await page.waitForURL(/status=captured/);
    assert.match(page.url(), /psp=former/);
  });

  test('Enter in a filter is one step, which back takes back', async (t) => {
    const page = await open(t, '/console/payments?reference=NOBODY-1');
    await page.getByLabel('Reference begins with').fill('ORD-7001');
    await page.keyboard.press('Enter');
    await page.waitForURL(/reference=ORD-7001/);
    await rows(page).first().waitFor();
    await page.goBack();
    await page.waitForURL(/reference=NOBODY-1/);
  });

  test('every attempt of a payment can be looked at by itself', async (t) => {
    await shop.faults('stripe', { kind: 'down' });
    const { id, routing } = await payAt(shop, { reference: 'ORD-7007', amount: 1800 });
    await shop.faults('stripe', []);
    const page = await open(t, `/console/payments/${id}`);
    await page.getByRole('heading', { name: 'Adyen' }).waitFor();
    await page.getByRole('link', { name: 'Show this one' }).click();
    await page.getByRole('heading', { name: 'Stripe' }).waitFor();
    assert.ok(page.url().endsWith(`charge=${routing.attempts[0]?.charge}`));
    await page.getByText('€18.00 requested', { exact: false }).first().waitFor();
  });

  test('a decline says what to tell the customer, and what the PSP called it', async (t) => {
    const { id } = await payAt(shop, { reference: 'ORD-7005' }, declinedCard);
    const page = await open(t, `/console/payments/${id}`);
    const declined = page.locator('.timeline li.bad');
    await declined.first().waitFor();
    assert.match(await declined.first().innerText(), /Stripe: Declined by the bank/);
    await page.locator('.badge', { hasText: 'Not paid' }).waitFor();
  });

  test('a note is there for the next who looks, and a card number in it is refused', async (t) => {
    const page = await open(t, `/console/payments/${paid.id}`);
    const box = page.getByLabel('Note for your colleagues');
    await box.fill('Card 4242 4242 4242 4242');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.problem', { hasText: 'text' }).waitFor();
    await box.fill('She called: one mug was broken.');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await page.locator('.timeline', { hasText: 'She called: one mug was broken.' }).waitFor();
    assert.equal(await box.inputValue(), '');
  });
});
