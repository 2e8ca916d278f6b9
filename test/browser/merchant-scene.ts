import { after, before, type TestContext } from 'node:test';
import type { Browser, Page, Route } from 'playwright-core';
import type { CardElement, ConfirmResult, loadFields } from '../../clients/browser/src/index.ts';
import { openBrowser, openPage, type WatchedPage } from './open-browser.ts';
import { type Merchant, merchantPage, startMerchant } from './start-merchant.ts';
import { type Shop, startShop } from './start-shop.ts';

declare global {
  interface Window {
    events: (readonly [string, unknown?])[];
    loaderrors: number;
    card: CardElement;
    loadFields: typeof loadFields;
  }
}

export type Scene = {
  readonly shop: Shop;
  readonly merchant: Merchant;
  readonly browser: Browser;
  /** A merchant's page whose card fields are ready. */
  readonly open: (t: TestContext, path?: string) => Promise<WatchedPage>;
};

/** The service, a merchant's web server at another origin, and a browser, for the tests of one `describe`. */
export const merchantScene = (): Scene => {
  const scene: { shop?: Shop; merchant?: Merchant; browser?: Browser } = {};
  before(async () => {
    [scene.shop, scene.merchant, scene.browser] = await Promise.all([
      startShop({ frame: 'own' }),
      startMerchant(),
      openBrowser(),
    ]);
    scene.merchant.page('/', merchantPage(scene.shop.base_url));
    await scene.shop.route('stripe');
  });
  after(async () => {
    await scene.browser?.close();
    await Promise.all([scene.shop?.close(), scene.merchant?.close()]);
  });
  const there = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error('The scene is set before the tests, not while they are declared');
    return part;
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
    open: async (t, path = '/') => {
      const page = await openPage(there(scene.browser), t);
      await page.goto(there(scene.merchant).url(path));
      await page.waitForFunction(() => window.card);
      return page;
    },
  };
};

export const confirm = (page: Page, secret: string): Promise<ConfirmResult> =>
  page.evaluate((client_secret) => window.card.confirm(client_secret), secret);

type Step = (route: Route) => Promise<void>;

/** Plays `steps` for the first requests to confirm, in order; later ones pass. Gives the idempotency keys of all of them. */
export const onConfirm = async (page: Page, ...steps: readonly Step[]): Promise<readonly string[]> => {
  const keys: string[] = [];
  await page.route('**/confirm', async (route) => {
    const step = steps[keys.length];
    keys.push(route.request().headers()['idempotency-key'] ?? '');
    await (step ? step(route) : route.continue());
  });
  return keys;
};

/** The request never arrives. */
export const lostBefore: Step = (route) => route.abort('connectionreset');

/** The service does what it is asked, and the browser never hears of it. */
export const lostAfter: Step = async (route) => {
  await route.fetch();
  await route.abort('connectionreset');
};
