import { after, before, type TestContext } from 'node:test';
import type { Browser } from 'playwright-core';
import { typeCard } from './card-fields.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { readyFrame } from './ready-frame.ts';
import { type Merchant, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

export type PageSession = {
  readonly id: string;
  readonly client_secret: string;
  readonly url: string;
  readonly payment_status: string;
};

export type PageScene = {
  readonly shop: Shop;
  readonly merchant: Merchant;
  readonly browser: Browser;
  /** A session whose shop has a page for every way back. */
  readonly create: (fields?: object) => Promise<PageSession>;
  /** Follows the merchant's link, as a customer does. */
  readonly visit: (t: TestContext, url: string, options?: object) => Promise<WatchedPage>;
  /** The same, until a card can be typed. */
  readonly visitForm: (t: TestContext, url: string, options?: object) => Promise<WatchedPage>;
  /** Types a card, the good one by default, and presses the button. */
  readonly pay: (page: WatchedPage, number?: string) => Promise<void>;
};

/** Stripe's test card whose bank always asks. */
export const askedByBank = '4000002760003184';
export const declined = '4000000000009995';

/** The service with its hosted page as `npm start` has it, a merchant at another origin, and a browser. `frame`: whose frame a card is typed into. */
export const hostedPageScene = (frame: 'vault' | 'own'): PageScene => {
  const scene: { shop?: Shop; merchant?: Merchant; browser?: Browser } = {};
  before(async () => {
    [scene.shop, scene.merchant, scene.browser] = await Promise.all([
      startShop({ frame }),
      startMerchant(),
      openBrowser(),
    ]);
    await scene.shop.route('stripe');
    scene.merchant.page('/favicon.ico', '');
  });
  after(async () => {
    await scene.browser?.close();
    await Promise.all([scene.shop?.close(), scene.merchant?.close()]);
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The scene is set before the tests, not while they are declared');
    return part;
  };
  const visit: PageScene['visit'] = async (t, url, options = {}) => {
    const [merchant, page] = [there(scene.merchant), await openPage(there(scene.browser), t, options)];
    merchant.page('/', `<!doctype html><title>Shop</title><a href="${url}">Pay</a>`);
    await page.goto(merchant.url('/', 'localhost'));
    await page.getByRole('link', { name: 'Pay' }).click();
    return page;
  };
  return {
    get shop() {
      return there(scene.shop);
    },
    get merchant() {
      return there(scene.merchant);
    },
    get browser() {
      return there(scene.browser);
    },
    create: (fields = {}) => createIn(there(scene.shop), there(scene.merchant), fields),
    visit,
    visitForm: async (t, url, options) => {
      const page = await visit(t, url, options);
      await readyFrame(page);
      return page;
    },
    pay: async (page, number) => {
      await typeCard(page, number === undefined ? {} : { number });
      await page.getByRole('button', { name: 'Pay €25.99' }).click();
    },
  };
};

const createIn = async (shop: Shop, merchant: Merchant, fields: object): Promise<PageSession> => {
  const session = (await shop.session({
    description: 'Two tickets <b>&amp; a drink</b>',
    success_url: merchant.url('/thanks'),
    cancel_url: merchant.url('/basket'),
    ...fields,
  })) as PageSession;
  for (const path of ['/thanks', '/basket'])
    merchant.page(`${path}?session_id=${session.id}`, `<!doctype html><title>Shop</title><h1>${path}</h1>`);
  return session;
};
