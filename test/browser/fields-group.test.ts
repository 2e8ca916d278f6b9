import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import type { Page } from 'playwright-core';
import { axeProblems } from './axe-problems.ts';
import { goodCard } from './card-fields.ts';
import { allFields, type Field, fieldFrame, fieldInput, groupPage, typeFields } from './group-page.ts';
import { confirm, merchantScene, onConfirm } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';

const { name: _, ...nameless } = goodCard;

describe('a card whose fields are frames of their own', () => {
  const scene = merchantScene();
  let pages = 0;

  const open = (t: TestContext, fields?: readonly Field[], options?: object): Promise<WatchedPage> => {
    const path = `/group-${++pages}`;
    scene.merchant.page(path, groupPage(scene.shop.base_url, fields, options));
    return scene.open(t, path);
  };
  const lastChange = (page: Page) =>
    page.evaluate(() => window.events.findLast(([name]) => name === 'change')?.[1]);
  const readies = (page: Page, count: number) =>
    page.waitForFunction(
      (wanted) => window.events.filter(([name]) => name === 'ready').length === wanted,
      count,
    );
  /** The field the customer is in: its frame in the page, its input in the frame. */
  const focused = async (page: Page, field: Field): Promise<boolean> =>
    (await page.evaluate(() => document.activeElement?.parentElement?.id)) === field &&
    (await fieldInput(page, field).evaluate((input) => input === document.activeElement));

  test('is paid in one request, reports its state as a whole, and never a digit', async (t) => {
    const page = await open(t);
    const carriers: string[] = [];
    page.on('request', (request) => {
      const sent = `${request.url()} ${request.postData() ?? ''}`;
      if (sent.includes(goodCard.number)) carriers.push(request.url());
    });
    await typeFields(page);
    await fieldInput(page, 'name').press('Enter');
    await page.waitForFunction(() => window.events.some(([name]) => name === 'submit'));
    assert.deepEqual(await lastChange(page), { complete: true, empty: false, error: null, brand: 'visa' });
    const { id, client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(carriers, [`${scene.shop.base_url}/v1/checkout/sessions/${id}/confirm`]);
    await page.waitForFunction(() => JSON.stringify(window.events.at(-1)).includes('"empty":true'));
    for (const field of allFields) assert.equal(await fieldInput(page, field).inputValue(), '', field);
    assert.doesNotMatch(JSON.stringify(await page.evaluate(() => window.events)), /\d/);
  });

  test('sends the card of its fields, and no name if there is no field for it', async (t) => {
    const page = await open(t, ['number', 'expiry', 'cvc']);
    const sent: unknown[] = [];
    await page.route('**/confirm', (route) => {
      sent.push(route.request().postDataJSON().payment_method);
      return route.continue();
    });
    await typeFields(page, nameless);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    const card = { number: goodCard.number, exp_month: 12, exp_year: 2030, cvc: '123' };
    assert.deepEqual(sent, [{ type: 'card', card }]);
  });

  test('with a mistake: the field that has it shows it and has the focus, and nothing is sent', async (t) => {
    const page = await open(t);
    const keys = await onConfirm(page);
    const { client_secret } = await scene.shop.session();
    for (const field of allFields) {
      const result = await confirm(page, client_secret);
      assert.equal(result.status === 'incomplete' && result.error.field, field);
      await fieldFrame(page, field).locator(`#${field}[aria-invalid=true]`).waitFor();
      assert.match((await fieldFrame(page, field).locator(`#${field}-error`).textContent()) ?? '', /missing/);
      while (!(await focused(page, field)));
      await typeFields(page, { [field]: goodCard[field] });
    }
    assert.deepEqual(keys, []);
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('the security code is as long as the number’s brand wants it, whichever is typed first', async (t) => {
    const page = await open(t);
    await typeFields(page, { ...goodCard, cvc: '1234' });
    await page.waitForFunction(() => JSON.stringify(window.events.at(-1)).includes('"field":"cvc"'));
    await typeFields(page, { number: '378282246310005' });
    await fieldFrame(page, 'cvc').locator('[placeholder="4 digits"]').waitFor();
    await page.waitForFunction(() => JSON.stringify(window.events.at(-1)).includes('"complete":true'));
  });

  test('is walked through by Tab in the page’s order, each frame and input with a name', async (t) => {
    const page = await open(t, ['name', 'number', 'cvc', 'expiry']);
    const names = {
      name: ['Secure name on card field', 'Name on card'],
      number: ['Secure card number field', 'Card number'],
      cvc: ['Secure security code field', 'Security code'],
      expiry: ['Secure expiry date field', 'Expiry date'],
    } as const;
    await page.getByRole('button', { name: 'Before' }).focus();
    for (const [field, [title, label]] of Object.entries(names) as [Field, readonly [string, string]][]) {
      await page.keyboard.press('Tab');
      assert.ok(await focused(page, field), field);
      assert.equal(await page.locator(`#${field} iframe`).getAttribute('title'), title);
      assert.equal(await fieldFrame(page, field).getByLabel(label).count(), 1);
      assert.equal(await fieldFrame(page, field).locator('input:visible').count(), 1);
    }
    await page.keyboard.press('Tab');
    await page.waitForFunction(() => document.activeElement?.textContent === 'After');
    for (const frame of page.frames().slice(1))
      assert.deepEqual(
        await axeProblems(frame, ['landmark-one-main', 'page-has-heading-one', 'region']),
        [],
        frame.url(),
      );
  });

  test('takes the same looks in every frame, with the same limits', async (t) => {
    const style = { fontSize: '18px', textColor: 'white', display: 'none' };
    const page = await open(t, allFields, { style });
    for (const field of allFields) {
      const looks = await fieldInput(page, field).evaluate((input) => {
        const { fontSize, color } = getComputedStyle(input);
        return { fontSize, color };
      });
      assert.deepEqual(looks, { fontSize: '18px', color: 'rgb(22, 24, 29)' }, field);
    }
  });

  test('works on after one of its frames was moved, which is empty then', async (t) => {
    const page = await open(t);
    await typeFields(page);
    await page.evaluate(() => document.body.append(document.querySelector('#cvc') ?? ''));
    await readies(page, 5);
    assert.equal(((await lastChange(page)) as { complete: boolean }).complete, false);
    const { id, client_secret } = await scene.shop.session();
    const result = await confirm(page, client_secret);
    assert.equal(result.status === 'incomplete' && result.error.field, 'cvc');
    await typeFields(page, { cvc: '123' });
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    assert.equal((await scene.shop.captured(id)).length, 1);
  });

  test('is locked while a payment is under way; if the number is moved then, the outcome is unknown, and a new try pays', async (t) => {
    const page = await open(t);
    await typeFields(page);
    const held = Promise.withResolvers<void>();
    await onConfirm(page, async (route) => {
      await held.promise;
      await route.abort();
    });
    const { client_secret } = await scene.shop.session();
    const sent = page.waitForRequest((request) => request.url().endsWith('/confirm'));
    const result = confirm(page, client_secret);
    await sent;
    await fieldFrame(page, 'expiry').locator('#expiry:read-only').waitFor();
    await page.evaluate(() => document.body.append(document.querySelector('#number') ?? ''));
    assert.deepEqual(await result, { status: 'processing', session: null });
    held.resolve();
    await readies(page, 5);
    await fieldFrame(page, 'expiry').locator('#expiry:read-write').waitFor();
    await typeFields(page, { number: goodCard.number });
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('a field that was destroyed can be created again; twice, or a confirm without it, is refused', async (t) => {
    const page = await open(t, ['number', 'expiry', 'cvc']);
    await typeFields(page, nameless);
    const { client_secret } = await scene.shop.session();
    const refusals = await page.evaluate(async (secret) => {
      const said: string[] = [];
      const note = (error: Error) => void said.push(error.message);
      try {
        window.group.create('cvc');
      } catch (error) {
        note(error as Error);
      }
      window.elements.cvc?.destroy();
      await window.group.confirm(secret).catch(note);
      const again = window.group.create('cvc');
      await window.group.confirm(secret).catch(note);
      again.mount('#cvc');
      return said;
    }, client_secret);
    assert.deepEqual(refusals, [
      'A group takes the field "cvc" once',
      'The group has no field "cvc"',
      'The card element is not mounted',
    ]);
    await typeFields(page, { cvc: '123' });
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('two on one page know nothing of each other', async (t) => {
    const page = await open(t, ['number', 'expiry', 'cvc']);
    await page.evaluate(async (service) => {
      const fields = await window.loadFields(service);
      const second = Object.assign(document.body.appendChild(document.createElement('section')), {
        id: 'second',
      });
      const other = fields.group();
      for (const field of ['number', 'expiry', 'cvc'] as const) {
        const place = second.appendChild(document.createElement('div'));
        place.className = field;
        other.create(field).mount(place);
      }
      Object.assign(window, { other });
    }, scene.shop.base_url);
    for (const [field, value] of [
      ['number', '5555555555554444'],
      ['expiry', '11 / 31'],
      ['cvc', '456'],
    ] as const)
      await fieldInput(page, field, `#second .${field}`).pressSequentially(value);
    await typeFields(page, nameless);
    const bodies: unknown[] = [];
    await page.route('**/confirm', (route) => {
      bodies.push(route.request().postDataJSON().payment_method.card);
      return route.continue();
    });
    const [one, two] = [await scene.shop.session(), await scene.shop.session()];
    assert.equal((await confirm(page, one.client_secret)).status, 'succeeded');
    assert.equal(await fieldInput(page, 'cvc', '#second .cvc').inputValue(), '456');
    const second = await page.evaluate(
      (secret) => (window as unknown as { other: typeof window.group }).other.confirm(secret),
      two.client_secret,
    );
    assert.equal(second.status, 'succeeded');
    assert.deepEqual(bodies, [
      { number: goodCard.number, exp_month: 12, exp_year: 2030, cvc: '123' },
      { number: '5555555555554444', exp_month: 11, exp_year: 2031, cvc: '456' },
    ]);
  });

  test('works inside a shadow tree, one field in it and the others not', async (t) => {
    const page = await open(t, ['number', 'expiry']);
    await page.evaluate(() => {
      const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
      const place = Object.assign(shadow.appendChild(document.createElement('div')), { id: 'cvc' });
      window.group.create('cvc').mount(place);
    });
    await typeFields(page, nameless);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('pays on a shop of another site, where a browser keeps what frames share apart by page', async (t) => {
    const page = await open(t, ['number', 'expiry', 'cvc']);
    await page.goto(scene.merchant.url(`/group-${pages}`, 'localhost'));
    await page.waitForFunction(() => window.card);
    await typeFields(page, nameless);
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
  });

  test('offers the networks of a co-badged number in the number’s frame, and sends the one chosen', async (t) => {
    const page = await open(t, ['number', 'expiry', 'cvc']);
    const cards: unknown[] = [];
    await page.route('**/confirm', (route) => {
      cards.push(route.request().postDataJSON().payment_method.card);
      return route.continue();
    });
    await typeFields(page, { ...nameless, number: '4000002500001001' });
    await fieldFrame(page, 'number').getByLabel('Cartes Bancaires').check();
    const { client_secret } = await scene.shop.session();
    assert.equal((await confirm(page, client_secret)).status, 'succeeded');
    const card = { number: '4000002500001001', exp_month: 12, exp_year: 2030, cvc: '123' };
    assert.deepEqual(cards, [{ ...card, network: 'cartes_bancaires' }]);
  });

  test('if a browser gives frames nothing to share, says so, takes no confirm, and leaves the single frame', async (t) => {
    const path = `/group-${++pages}`;
    scene.merchant.page(path, groupPage(scene.shop.base_url, ['number', 'expiry', 'cvc']));
    const page = await openPage(scene.browser, t);
    await page.addInitScript(() => {
      if (window === window.top) return;
      window.BroadcastChannel = class {
        constructor() {
          throw new DOMException('denied', 'SecurityError');
        }
      } as unknown as typeof BroadcastChannel;
    });
    await page.goto(scene.merchant.url(path));
    await page.waitForFunction(() => window.events.filter(([name]) => name === 'loaderror').length === 3);
    const { client_secret } = await scene.shop.session();
    const said = await page.evaluate(
      (secret) => window.group.confirm(secret).catch((error: Error) => error.message),
      client_secret,
    );
    assert.equal(said, 'The card element is not mounted');
    await page.goto(scene.merchant.url('/'));
    await page.waitForFunction(() => window.card);
  });
});
