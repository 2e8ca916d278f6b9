import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import type { ChargeList } from '../../clients/server/src/generated/api-types.ts';
import { createLoopbackServer } from '../../local/door/loopback-server.ts';
import { listen } from '../../local/support/listen.ts';
import { openBrowser } from './open-browser.ts';
import { openConsole } from './open-console.ts';
import { payAt } from './pay-at.ts';
import { type Shop, startShop } from './start-shop.ts';

/** Without sufficient funds at every PSP. */
const poorCard = '4111000000010007';

/** What a person does: a step is a click, a value entered or chosen, or a key pressed. */
type Steps = {
  readonly click: (name: string | Locator) => Promise<void>;
  readonly enter: (field: string | Locator, value: string) => Promise<void>;
  readonly choose: (field: string, option: string | { readonly index: number }) => Promise<void>;
  readonly press: (key: string) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  readonly count: () => number;
};

const stepsOn = (page: Page): Steps => {
  let count = 0;
  const counted =
    <Given extends readonly unknown[]>(act: (...given: Given) => Promise<unknown>) =>
    async (...given: Given): Promise<void> => {
      await act(...given);
      count += 1;
    };
  const named = (name: string) =>
    page
      .getByRole('link', { name, exact: true })
      .or(page.getByRole('button', { name, exact: true }))
      .last();
  return {
    click: counted((what) => (typeof what === 'string' ? named(what) : what).click()),
    enter: counted((field, value) =>
      (typeof field === 'string' ? page.getByLabel(field).last() : field).fill(value),
    ),
    choose: counted((field, option) =>
      page.getByLabel(field).selectOption(typeof option === 'string' ? { label: option } : option),
    ),
    press: counted((key) => page.keyboard.press(key)),
    type: counted((text) => page.keyboard.type(text)),
    count: () => count,
  };
};

/** The steps that the decision promises, by task. */
const promised = new Map(
  [
    ...readFileSync(
      new URL('../../docs/decisions/0129-steps-at-the-console.md', import.meta.url),
      'utf8',
    ).matchAll(/^\| ([^|]+?) +\| [^|]+ \| +(\d+) \| +[\d–]+ \| +[\d–]+ \|$/gm),
  ].map(([, task = '', steps]) => [task, Number(steps)]),
);

/** Each daily task, from the first page of the console to what the person wanted to see, in as many steps as decision 0129 says. */
describe('a daily task at the console takes as many steps as the guide says:', () => {
  let shop: Shop;
  let browser: Browser;
  let url: string;
  const merchant = createLoopbackServer({ onlyOwnUser: false }, (request, response) => {
    request.resume().on('end', () => response.writeHead(500).end());
  });

  before(async () => {
    [shop, browser] = await Promise.all([startShop({ week: true }), openBrowser()]);
    ({ url } = await listen(merchant));
    await shop.call('POST', '/v1/webhook_endpoints', { url });
    await payAt(shop, { reference: 'TASK-1', amount: 2599 });
    await payAt(shop, { reference: 'TASK-2', amount: 700 }, poorCard);
  });
  after(async () => {
    await browser?.close();
    await shop?.close();
    merchant.close();
  });

  const find = async (steps: Steps, text: string): Promise<void> => {
    await steps.press('/');
    await steps.type(text);
    await steps.press('Enter');
  };
  const rows = (page: Page) => page.locator('.rows tbody tr');
  const card = (page: Page, text: string) => page.locator('.grid .card', { hasText: text }).first();

  const tasks: Readonly<Record<string, (page: Page, steps: Steps) => Promise<void>>> = {
    'find a payment by its reference or e-mail address': async (page, steps) => {
      await find(steps, 'TASK-1');
      await rows(page).filter({ hasText: 'TASK-1' }).waitFor();
    },
    'find one by last four digits, amount and day': async (page, steps) => {
      await find(steps, `4242 25.99 ${new Date().toISOString().slice(0, 10)}`);
      await rows(page).filter({ hasText: 'TASK-1' }).waitFor();
    },
    'see why it went where it went': async (page, steps) => {
      await steps.click(rows(page).first().getByRole('link').first());
      await page.locator('.timeline li').nth(1).waitFor();
    },
    'know what to tell about a decline': async (page, steps) => {
      await find(steps, 'TASK-2');
      await rows(page).nth(1).waitFor({ state: 'detached' });
      await steps.click(rows(page).first().getByRole('link').first());
      await page.getByText('Tell the customer').first().waitFor();
    },
    'refund a part, with a reason': async (page, steps) => {
      await find(steps, 'TASK-1');
      await rows(page).nth(1).waitFor({ state: 'detached' });
      await steps.click(rows(page).first().getByRole('link').first());
      await steps.click('Refund');
      await steps.enter('Amount (EUR)', '5.50');
      await steps.choose('Reason', 'Requested by the customer');
      await steps.click('Refund €5.50');
      await page.getByText('€20.49 kept').waitFor();
    },
    'see what is stuck': async (page, steps) => {
      await steps.click('Open items');
      await page.getByRole('link', { name: 'Decide' }).waitFor();
    },
    'decide it': async (page, steps) => {
      await steps.click('Open items');
      await steps.click('Decide');
      await steps.enter('Where you saw it', 'Searched the Customer Area by reference.');
      await steps.choose('What became of it', 'The PSP has no trace of it');
      await steps.click('Record the decision');
      await page.getByText('Decided: The PSP has no trace of it').waitFor();
    },
    'see which dispute is to be answered first': async (page, steps) => {
      await steps.click('Disputes');
      await rows(page)
        .first()
        .getByText(/in \d+ days/)
        .waitFor();
    },
    'see whether each PSP is well': async (page, steps) => {
      await steps.click('Routing');
      await card(page, 'Adyen').locator('.badge', { hasText: 'Open' }).waitFor();
    },
    'see approval, latency and what failover saved': async (page, steps) => {
      await steps.click('Numbers');
      await page.getByText('Double charges avoided').waitFor();
      await page.locator('.chart canvas').waitFor();
    },
    'change weights, tried on past sessions, with a note': async (page, steps) => {
      await steps.click('Routing');
      await steps.click('default');
      const weight = (psp: string) => page.locator('.weight', { hasText: psp }).getByRole('textbox');
      await steps.enter(weight('Stripe'), '60');
      await steps.enter(weight('Adyen'), '20');
      await steps.click('Review');
      await steps.click(page.getByRole('button', { name: /Try it on the last/ }));
      await page.getByText(/sessions replayed/).waitFor();
      await steps.enter('Why', 'Adyen is cheaper');
      await steps.click('Publish');
      await page.getByText(/is published, and in force everywhere/).waitFor();
    },
    'take the change back': async (page, steps) => {
      await steps.click('Routing');
      await steps.click('default');
      await page.locator('[data-version]').nth(1).waitFor();
      const old = page
        .locator('[data-version]')
        .nth(1)
        .getByRole('button', { name: 'Go back to this version' });
      await steps.click(old);
      await steps.click(page.getByRole('button', { name: /^Go back to version/ }));
      await page.locator('[data-version]').first().locator('.badge', { hasText: 'Live' }).waitFor();
    },
    'take a PSP out': async (page, steps) => {
      await steps.click('Routing');
      const adyen = card(page, 'Adyen');
      await steps.click(adyen.getByRole('button', { name: 'Take out' }));
      await steps.enter('Why', 'Their incident 4711');
      await steps.click(adyen.getByRole('button', { name: 'Take out' }));
      await adyen.locator('.badge', { hasText: 'Taken out' }).waitFor();
    },
    'see what was captured, refunded and disputed, by PSP and currency': async (page, steps) => {
      await steps.click('Numbers');
      await page.locator('.rows', { hasText: 'Stripe' }).first().waitFor();
    },
    'get that as a CSV': async (page, steps) => {
      await steps.click('Numbers');
      const download = page.waitForEvent('download');
      await steps.click('Download as CSV');
      assert.equal((await download).suggestedFilename(), 'numbers.csv');
    },
    "get yesterday's movements of money as a file": async (page, steps) => {
      await steps.click('Exports');
      await steps.click('Create the file');
      const download = page.waitForEvent('download');
      await steps.click('Download');
      assert.match((await download).suggestedFilename(), /^movements_.*\.csv$/);
    },
    'see why a webhook did not arrive, and send it again': async (page, steps) => {
      await steps.click('Developers');
      await steps.click('Deliveries');
      await steps.choose('State', { index: 1 });
      await steps.click(rows(page).first().getByRole('link'));
      await steps.click('Send it again');
      await page.locator('.deliveries .badge').first().waitFor();
    },
    'send all of an outage again': async (page, steps) => {
      await steps.click('Developers');
      await steps.click('Deliveries');
      await steps.click('Send all of an outage again');
      const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString().slice(0, 16);
      await steps.enter('Last try from', at(-24));
      await steps.enter('Until', at(24));
      await steps.click(
        page.locator('.disclosed').getByRole('button', { name: 'Send all of an outage again' }),
      );
      await page.getByText(/events? sent again/).waitFor();
    },
    'make, rotate and revoke an API key': async (page, steps) => {
      await steps.click('Developers');
      await steps.click('Create a key');
      await steps.enter('Name', 'nightly report');
      await steps.click(page.getByLabel('charges:read'));
      await steps.click(page.locator('.disclosed').getByRole('button', { name: 'Create a key' }));
      await steps.click('I have stored it');
      const key = card(page, 'nightly report');
      await steps.click(key.getByRole('button', { name: 'Rotate' }));
      await steps.click(key.getByRole('button', { name: 'Rotate' }));
      await page.locator('.secret code').waitFor();
      await steps.click(key.getByRole('button', { name: 'Revoke' }));
      await steps.click(key.getByRole('button', { name: 'Revoke now' }));
      await key.waitFor({ state: 'detached' });
    },
  };

  for (const [task, act] of Object.entries(tasks))
    test(task, async (t) => {
      const page = await openConsole(shop, browser, t, '/console/', { timezoneId: 'UTC' });
      const steps = stepsOn(page);
      await act(page, steps);
      assert.equal(steps.count(), promised.get(task), task);
      assert.deepEqual(page.troubles, []);
    });

  test('and the guide lists no other', () => {
    assert.deepEqual([...promised.keys()], Object.keys(tasks));
  });

  test('money is moved by none of them but the refund', async () => {
    const { data } = await shop.call<ChargeList>('GET', '/v1/charges?reference[prefix]=TASK-&limit=10');
    assert.deepEqual(data.map(({ refunds }) => refunds.length).toSorted(), [0, 1]);
  });
});
