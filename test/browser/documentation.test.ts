import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { sealCard } from '../../local/psp/framework/simulated-wallet.ts';
import { goodCard, typeCard } from './card-fields.ts';
import { googlePayAddress, googlePayScript } from './google-pay-stand-in.ts';
import { typeFields } from './group-page.ts';
import { merchantScene } from './merchant-scene.ts';
import { openPage } from './open-browser.ts';
import { googleButton } from './wallet-scene.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/checkout.md'), 'utf8');

/** The one block of the page that opens with this. */
const block = (opening: string): string => {
  const found = [...page.matchAll(new RegExp(`^\`\`\`${opening}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'))];
  assert.equal(found.length, 1, opening);
  return found[0]?.[1] ?? '';
};

describe('docs/checkout.md', () => {
  const scene = merchantScene();
  const here = (text: string): string => text.replaceAll('https://pay.example.com', scene.shop.base_url);

  test('its page takes a card as written, under the policy as written', async (t) => {
    const { merchant, shop, browser } = scene;
    const { id, client_secret } = await shop.session();
    const policy = here(block('csp browser')).trim();
    merchant.page(
      '/checkout',
      block('html browser').replace(
        '<head>',
        `<head><meta http-equiv="content-security-policy" content="${policy}">`,
      ),
    );
    merchant.page('/checkout.js', here(block('js browser')), 'text/javascript');
    merchant.page('/orders', JSON.stringify({ client_secret }), 'application/json');
    const opened = await openPage(browser, t);
    await opened.goto(merchant.url('/checkout'));
    await typeCard(opened, { number: '4000000000009995' });
    await opened.getByRole('button', { name: 'Pay' }).click();
    await opened.getByText('The card has insufficient funds').waitFor();
    await typeCard(opened);
    await opened.getByRole('button', { name: 'Pay' }).click();
    await opened.getByText('Thank you!').waitFor();
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
    assert.deepEqual(
      opened.troubles.filter((trouble) => !/402/.test(trouble)),
      [],
    );
  });

  test('its payment element takes a card as written', async (t) => {
    const { merchant, shop } = scene;
    const { id, client_secret } = await shop.session();
    merchant.page(
      '/payment',
      `<!doctype html><html lang="en"><title>Payment</title><div id="payment"></div><button id="pay">Pay</button>
      <script type="module">
      import { loadFields } from '${shop.base_url}/fields/v1/loader.js';
      const fields = await loadFields('${shop.base_url}');
      const order = ${JSON.stringify({ client_secret })};
      ${block('js browser-payment')}
      </script></html>`,
    );
    const opened = await openPage(scene.browser, t);
    await opened.goto(merchant.url('/payment'));
    await typeCard(opened);
    await opened.getByRole('button', { name: 'Pay' }).click();
    await opened.waitForFunction(() => document.title === 'Thank you!');
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
  });

  test('its group takes a card as written', async (t) => {
    const { merchant, shop } = scene;
    const { id, client_secret } = await shop.session();
    const [mounting, paying] = block('js browser-group').split('\n\n');
    merchant.page(
      '/apart',
      `<!doctype html><html lang="en"><title>Apart</title>
      <div id="number"></div><div id="expiry"></div><div id="cvc"></div><button>Pay</button>
      <script type="module">
      import { loadFields } from '${shop.base_url}/fields/v1/loader.js';
      const fields = await loadFields('${shop.base_url}');
      const order = ${JSON.stringify({ client_secret })};
      ${mounting}
      document.querySelector('button').addEventListener('click', async () => {
        ${paying}
        document.title = result.status;
      });
      </script></html>`,
    );
    const opened = await openPage(scene.browser, t);
    await opened.goto(merchant.url('/apart'));
    await typeFields(opened, { number: goodCard.number, expiry: goodCard.expiry, cvc: goodCard.cvc });
    await opened.getByRole('button', { name: 'Pay' }).click();
    await opened.waitForFunction(() => document.title === 'succeeded');
    assert.deepEqual(await shop.captured(id), [{ psp: 'stripe', amount: 2599 }]);
  });

  test('its wallet buttons pay as written, under the policy as written', async (t) => {
    const { merchant, shop, browser } = scene;
    await shop.route('adyen');
    const { id, client_secret } = await shop.session();
    await shop.route('stripe');
    const policy = here(block('csp browser-wallets')).trim();
    merchant.page(
      '/wallets',
      `<!doctype html><html lang="en"><head><meta http-equiv="content-security-policy" content="${policy}">
      <title>Wallets</title><script type="module" src="/wallets.js"></script></head><body><div id="wallets"></div></body></html>`,
    );
    const [imported = '', ...code] = here(block('js browser-wallets')).split('\n');
    merchant.page(
      '/wallets.js',
      `${imported}
      const order = ${JSON.stringify({ client_secret })};
      const show = (result) => { document.title = result.status; };
      ${code.join('\n')}`,
      'text/javascript',
    );
    const opened = await openPage(browser, t);
    await opened.route(googlePayAddress, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: googlePayScript }),
    );
    await opened.goto(merchant.url('/wallets'));
    await googleButton(opened).click();
    await opened.waitForFunction(() => window.googleSheets.length === 1);
    const card = { number: goodCard.number, expiry_month: 12, expiry_year: 2040 };
    await opened.evaluate((token) => window.googleSheets[0]?.approve(token), sealCard('googlepay', card));
    await opened.waitForFunction(() => document.title === 'succeeded');
    assert.deepEqual(await shop.captured(id), [{ psp: 'adyen', amount: 2599 }]);
    assert.deepEqual(opened.troubles, []);
  });

  test('its way to pin a script works', async (t) => {
    const opened = await scene.open(t);
    const manifest: Record<string, string> = await (
      await fetch(`${scene.shop.base_url}/fields/v1/manifest.json`)
    ).json();
    const [[file, integrity] = ['', '']] = Object.entries(manifest);
    const code = here(block('js browser-pin'))
      .replace('fields-0123456789abcdef.js', file)
      .replace('sha384-…', integrity);
    const loaded = await opened.evaluate(
      (source) =>
        new Function('loadFields', `return (async () => { ${source}; return typeof fields.create; })()`)(
          window.loadFields,
        ),
      code,
    );
    assert.equal(loaded, 'function');
  });
});

test('the sizes in bench/README.md are those of the files, within a tenth', () => {
  const benchmarks = readFileSync(join(root, 'bench/README.md'), 'utf8');
  const sizes = new Map(
    buildHostedFields().map(({ name, content }) => [name, gzipSync(content, { level: 9 }).length]),
  );
  const loader = sizes.get('loader.js') ?? 0;
  const rows = [
    ['loader', loader],
    ['loader and the page’s script', loader + (sizes.get('fields.js') ?? 0)],
    [
      'card frame, longest language',
      Math.max(...[...sizes].map(([name, size]) => (name.startsWith('frame.') ? size : 0))),
    ],
    [
      'payment element’s wallet buttons',
      Math.max(...[...sizes].map(([name, size]) => (name.startsWith('buttons-') ? size : 0))),
    ],
    ['wallets: page’s script', sizes.get('wallets.js') ?? 0],
    ['wallets: frame', sizes.get('wallet.html') ?? 0],
  ] as const;
  for (const [name, size] of rows) {
    const row = new RegExp(`^\\| ${name.replace('’', "['’]")} \\| ([\\d,]+) \\|`, 'm').exec(benchmarks);
    const written = Number(row?.[1]?.replaceAll(',', ''));
    assert.ok(Math.abs(written - size) <= size / 10, `${name}: ${written} written, ${size} built`);
  }
});
