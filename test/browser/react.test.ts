import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { messagesIn } from '../../clients/browser/messages-in.ts';
import { inCi } from '../tools/in-ci.ts';
import { cardFrame, typeCard } from './card-fields.ts';
import { holdConfirms } from './hold-confirms.ts';
import { askedByBank, declined } from './hosted-page-scene.ts';
import { merchantScene } from './merchant-scene.ts';
import { openPage, type WatchedPage } from './open-browser.ts';
import { hasVite, makeReactProject, type ReactProject, reactVersions } from './react-project.ts';
import { type Given, onServer, reactShop, shopAddress } from './react-shop.ts';
import { testedBrowser } from './tested-browser.ts';

const guide = readFileSync(join(import.meta.dirname, '../../clients/react/README.md'), 'utf8');
const example = /^```tsx react\n([\s\S]*?)^```$/m.exec(guide)?.[1] ?? '';

const unable = !inCi && !hasVite && 'Vite is one of the extras: npm run extras';

describe('a project with Vite and the packed packages', { skip: unable }, () => {
  const scene = merchantScene();
  test('CI has React 18, too', { skip: !inCi && !process.env.REACT_18 && 'REACT_18 names none' }, () => {
    assert.deepEqual([...reactVersions.keys()], ['19', '18']);
  });
  for (const [version, modules] of reactVersions)
    describe(`React ${version}`, () => {
      let project: ReactProject;
      const serve = (path: string, files: ReadonlyMap<string, string>): void => {
        for (const [name, text] of files)
          if (name === '/index.html') scene.merchant.page(path, text);
          else scene.merchant.page(name, text, 'text/javascript');
      };
      before(async () => {
        project = await makeReactProject(modules);
        serve('/shop', project.build(reactShop, 'development'));
        serve('/checkout', project.build(example.replace('https://pay.example.com', scene.shop.base_url)));
      });
      after(() => project?.remove());

      const session = async () => {
        const { id, client_secret } = await scene.shop.session();
        return { id, given: { origin: scene.shop.base_url, options: { client_secret } } };
      };
      const open = async (t: TestContext, given: Given, clock = false): Promise<WatchedPage> => {
        const page = await openPage(scene.browser, t);
        if (clock) await page.clock.install();
        await page.goto(scene.merchant.url(shopAddress('/shop', given)));
        return page;
      };
      const says = (page: WatchedPage, status: string) =>
        page.locator('output').getByText(status, { exact: true }).waitFor();
      const pay = (page: WatchedPage, name = 'Pay') =>
        page.getByRole('button', { name, exact: true }).click();

      test('builds the guide’s checkout, which says a decline, and pays with another card at Enter', async (t) => {
        const { id, client_secret } = await scene.shop.session();
        scene.merchant.page('/orders', JSON.stringify({ client_secret }), 'application/json');
        const page = await openPage(scene.browser, t);
        await page.goto(scene.merchant.url('/checkout'));
        await typeCard(page, { number: declined });
        await pay(page);
        await cardFrame(page).getByText(messagesIn.en.declines.insufficient_funds).waitFor();
        await typeCard(page);
        await page.keyboard.press('Enter');
        await page.getByText('Thank you!').waitFor();
        assert.equal(await page.locator('iframe').count(), 0);
        assert.deepEqual(await scene.shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
        assert.deepEqual(
          page.troubles.filter((trouble) => !/402/.test(trouble)),
          [],
        );
      });

      test('pays at Enter in a browser that cannot submit a form by script, too', async (t) => {
        const { id, client_secret } = await scene.shop.session();
        scene.merchant.page('/orders', JSON.stringify({ client_secret }), 'application/json');
        const page = await openPage(scene.browser, t);
        await page.addInitScript(() => Reflect.deleteProperty(HTMLFormElement.prototype, 'requestSubmit'));
        await page.goto(scene.merchant.url('/checkout'));
        await typeCard(page);
        await page.keyboard.press('Enter');
        await page.getByText('Thank you!').waitFor();
        assert.equal((await scene.shop.captured(id)).length, 1);
      });

      test('in StrictMode there is one frame, one payment, and nothing for React to complain about', async (t) => {
        const { id, given } = await session();
        const page = await open(t, given);
        await says(page, 'ready');
        assert.equal(await page.locator('.place iframe').count(), 1);
        await typeCard(page);
        await pay(page);
        await says(page, 'succeeded');
        assert.deepEqual(await page.evaluate(() => [window.shown, window.confirmed]), [
          ['loading', 'ready', 'confirming', 'succeeded'],
          ['succeeded'],
        ]);
        assert.ok(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled());
        assert.equal((await scene.shop.captured(id)).length, 1);
        assert.deepEqual(page.troubles, []);
      });

      test('another secret is another session: what the first one still says changes nothing', async (t) => {
        const [first, second] = [await session(), await session()];
        const page = await open(t, first.given);
        await typeCard(page);
        const held = await holdConfirms(page);
        await pay(page);
        await says(page, 'confirming');
        await page.evaluate((given) => window.give(given), second.given);
        await page.waitForFunction(() => window.confirmed.length === 1);
        await says(page, 'ready');
        held.release();
        await typeCard(page);
        await pay(page);
        await says(page, 'succeeded');
        assert.deepEqual(await page.evaluate(() => [window.shown, window.confirmed]), [
          ['loading', 'ready', 'confirming', 'loading', 'ready', 'confirming', 'succeeded'],
          ['processing', 'succeeded'],
        ]);
        assert.equal((await scene.shop.captured(second.id)).length, 1);
      });

      test('after its patience it is processing and cannot be paid again; the late result is told', async (t) => {
        const { id, given } = await session();
        const page = await open(t, { ...given, options: { ...given.options, patience: 5 } }, true);
        await typeCard(page);
        const held = await holdConfirms(page);
        const asked = page.waitForRequest('**/confirm');
        await pay(page);
        await asked;
        await page.clock.runFor(6_000);
        await says(page, 'processing');
        assert.ok(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled());
        held.release();
        await says(page, 'succeeded');
        assert.equal((await scene.shop.captured(id)).length, 1);
      });

      test('a customer who comes back from the bank to the page as it was can pay', async (t) => {
        const { given } = await session();
        const page = await open(t, given);
        await typeCard(page, { number: askedByBank });
        // An answer without content leaves the page where it is.
        await page.route('**/3ds/**', (route) => route.fulfill({ status: 204 }));
        await pay(page);
        await says(page, 'redirecting');
        assert.ok(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled());
        await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
        await says(page, 'ready');
      });

      test('without its place nothing can be paid, and its status stays', async (t) => {
        const { given } = await session();
        const page = await open(t, given);
        await typeCard(page);
        await page.evaluate((one) => window.give(Object.assign(one, { away: true })), given);
        await page.locator('iframe').waitFor({ state: 'detached' });
        await says(page, 'ready');
        assert.ok(await page.getByRole('button', { name: 'Pay', exact: true }).isDisabled());
        await pay(page, 'Pay anyway');
        await page.waitForFunction(() => window.confirmed.length === 1);
        assert.match(String(await page.evaluate(() => window.confirmed[0])), /not in the page/);
      });

      test('fields that cannot be loaded, and options that do not exist, are failed and said in the console', async (t) => {
        const { given } = await session();
        for (const [wrong, message] of [
          [{ ...given, origin: scene.merchant.url('') }, '/fields/v1/fields.js could not be loaded'],
          [{ ...given, options: { ...given.options, lokale: 'de' } }, 'locale'],
        ] as const) {
          const page = await open(t, wrong);
          await says(page, 'failed');
          // As it is driven, Firefox does not say what an error in its console says.
          if (testedBrowser() === 'chromium') await page.trouble(message);
        }
      });

      test('a server renders an empty place, loading; without a provider the error says what is missing', () => {
        writeFileSync(join(project.folder, 'server.mjs'), onServer);
        const [rendered, refused] = execFileSync(process.execPath, ['server.mjs'], {
          cwd: project.folder,
          encoding: 'utf8',
        }).split('\n');
        assert.equal(rendered, '<div class="place"></div><button disabled="">loading</button>');
        assert.equal(refused, 'useCheckout and PaymentElement need a CheckoutProvider around them');
      });

      test('the guide’s checkout compiles strictly, and a wrong name does not', () => {
        assert.equal(project.mistakesIn(example), '');
        assert.match(project.mistakesIn(example.replace('origin=', 'orign=')), /Did you mean 'origin'/);
      });
    });
});
