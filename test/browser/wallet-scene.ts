import { before, type TestContext } from 'node:test';
import type { Page } from 'playwright-core';
import type { ConfirmResult } from '../../clients/browser/src/index.ts';
import { applePayStandIn } from './apple-pay-stand-in.ts';
import { googlePayAddress, googlePayScript } from './google-pay-stand-in.ts';
import { merchantScene, type Scene } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';
import { googlepay, walletsPage } from './wallets-page.ts';

type Opening = {
  readonly client_secret: string;
  /** Default: Google Pay. */
  readonly wallets?: object;
  /** Of Google's script; default: it is served. */
  readonly google?: 'served' | 'lost';
  readonly apple?: boolean;
  /** Before the page is opened. */
  readonly prepare?: (page: WatchedPage) => Promise<unknown>;
};

export type WalletScene = Scene & {
  /** A session whose plans begin at this PSP; at `stripe`, with none that takes wallets. */
  readonly planned: (psp: string, fields?: object) => ReturnType<Scene['shop']['session']>;
  /** A merchant's page with the buttons there are and with a card. `asked`: how often Google's script was asked for. */
  readonly checkout: (
    t: TestContext,
    opening: Opening,
  ) => Promise<WatchedPage & { readonly asked: () => number }>;
};

/** A shop whose rules `adyen` and `checkout_com` begin at that PSP; `stripe` has no other, and `mixed` begins there for nearly every card. */
export const walletScene = (): WalletScene => {
  const scene = merchantScene();
  let pages = 0;
  const planned: WalletScene['planned'] = (psp, fields) =>
    scene.shop.session({ routing_rule: psp, ...fields });
  before(async () => {
    await scene.shop.call('POST', '/v1/routing/rules', {
      name: 'mixed',
      targets: [
        { psp: 'stripe', weight: 10_000 },
        { psp: 'adyen', weight: 1 },
      ],
    });
    for (const name of ['adyen', 'checkout_com', 'stripe']) {
      const others = ['adyen', 'checkout_com'].filter((psp) => psp !== name && name !== 'stripe');
      const targets = [{ psp: name, weight: 1 }, ...others.map((psp) => ({ psp, weight: 0 }))];
      await scene.shop.call('POST', '/v1/routing/rules', { name, targets });
      while (!(await planned(name)).id);
    }
  });
  const checkout: WalletScene['checkout'] = async (t, opening) => {
    const { client_secret, wallets = { googlepay }, google = 'served', apple = false, prepare } = opening;
    const path = `/wallets-${++pages}`;
    scene.merchant.page(path, walletsPage(scene.shop.base_url, { client_secret, ...wallets }));
    const page = await openPage(scene.browser, t);
    let asked = 0;
    await page.route(googlePayAddress, (route) => {
      asked++;
      return google === 'served'
        ? route.fulfill({ contentType: 'text/javascript', body: googlePayScript })
        : route.abort('connectionreset');
    });
    if (apple) await page.addInitScript(applePayStandIn);
    await prepare?.(page);
    await page.goto(scene.merchant.url(path));
    await page.waitForFunction(() => window.card);
    return Object.assign(page, { asked: () => asked });
  };
  return Object.create(scene, {
    planned: { value: planned },
    checkout: { value: checkout },
  });
};

export const googleButton = (page: Page) => page.getByRole('button', { name: 'Google Pay' });
export const appleButton = (page: Page) => page.getByRole('button', { name: 'Apple Pay' });

/** What the element has told so far, by name. */
export const reportedBy = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => window.reported.map(([name]) => name));

/** The results it has told of, once there are as many. */
export const resultsOf = async (page: Page, count = 1): Promise<readonly ConfirmResult[]> => {
  await page.waitForFunction(
    (wanted) => window.reported.filter(([name]) => name === 'result').length >= wanted,
    count,
  );
  return page.evaluate(
    () =>
      window.reported.filter(([name]) => name === 'result').map(([, result]) => result) as ConfirmResult[],
  );
};
