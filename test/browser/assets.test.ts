import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { buildHostedFields } from '../../clients/browser/build.ts';
import { buildHostedPage } from '../../clients/browser/build-page.ts';

describe('what the service serves to browsers', () => {
  const files = new Map(buildHostedFields().map((file) => [file.name, file]));
  const content = (name: string): Buffer => files.get(name)?.content ?? Buffer.alloc(0);
  const gzipped = (name: string): number => gzipSync(content(name), { level: 9 }).length;

  test('is small: loader and page script within 4.4 KB gzipped together, the whole frame within 20 KB, the wallets within 5 KB each side', () => {
    assert.ok(gzipped('loader.js') + gzipped('fields.js') <= 4_400);
    const withVault = buildHostedFields({ vault: 'https://cards.payments.example.com' });
    const script = withVault.find(({ name }) => name === 'fields.js')?.content ?? Buffer.alloc(4_000);
    assert.ok(gzipped('loader.js') + gzipSync(script, { level: 9 }).length <= 4_400);
    assert.ok(gzipped('frame.html') <= 20_000);
    assert.ok(gzipped('wallets.js') <= 5_000);
    assert.ok(gzipped('wallet.html') <= 4_100);
    assert.ok(gzipped('loader.js') > 100 && gzipped('fields.js') > 500 && gzipped('frame.html') > 5_000);
  });

  test('has a hosted page of at most 60 KB gzipped, also with the largest logo', () => {
    const folder = mkdtempSync(join(tmpdir(), 'logo-'));
    const logo = join(folder, 'logo.png');
    writeFileSync(logo, randomBytes(20 * 1024));
    const page = buildHostedPage({ merchant: 'Ada & Söhne <b>', logo }, 'en', 'https://cards.example.com');
    assert.ok(gzipSync(page, { level: 9 }).length <= 60_000);
    assert.ok(gzipSync(buildHostedPage({ merchant: 'Ada' }, 'pl'), { level: 9 }).length <= 20_000);
    assert.ok(page.includes('<p id="merchant">Ada &amp; Söhne &lt;b&gt;</p>'));
    assert.ok(page.includes('<img src="data:image/png;base64,'));
    writeFileSync(logo, randomBytes(20 * 1024 + 1));
    assert.throws(() => buildHostedPage({ merchant: 'Ada', logo }, 'en'), /at most 20 KB/);
    assert.throws(() => buildHostedPage({ merchant: 'Ada', logo: 'logo.exe' }, 'en'), /a logo that ends in/);
    rmSync(folder, { recursive: true });
  });

  test('is the same in two builds, and is in dist', () => {
    for (const { name, content: again } of buildHostedFields()) {
      assert.deepEqual(again, content(name), name);
      const written = join(import.meta.dirname, '../../clients/browser/dist', name);
      assert.ok(existsSync(written));
      assert.deepEqual(readFileSync(written), again);
    }
  });

  test('names with a hash are kept forever, the others for minutes', () => {
    const pinned = [...files.keys()].filter((name) =>
      /^(fields|wallets|buttons|challenge)-[0-9a-f]{16}\.js$/.test(name),
    );
    assert.equal(pinned.length, 4);
    for (const { name, headers } of files.values())
      assert.match(
        headers['cache-control'] ?? '',
        pinned.includes(name) ? /immutable/ : /max-age=300$/,
        name,
      );
  });

  test('the manifest names every script’s integrity', () => {
    const manifest: Record<string, string> = JSON.parse(content('manifest.json').toString());
    const scripts = [...files.keys()].filter(
      (name) => name.endsWith('.js') && !/^(fields|wallets)\.js$/.test(name),
    );
    assert.deepEqual(Object.keys(manifest).sort(), scripts.sort());
    for (const [name, integrity] of Object.entries(manifest))
      assert.equal(integrity, `sha384-${createHash('sha384').update(content(name)).digest('base64')}`);
  });

  for (const frame of ['frame.html', 'wallet.html'])
    test(`the policy of ${frame} lets in its own script and style by hash, and its own origin to talk to`, () => {
      const html = content(frame).toString();
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1] ?? '';
      const hash = (tag: string): string => {
        const text = new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(html)?.[1] ?? '';
        return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      };
      assert.deepEqual(Object.fromEntries(policy.split('; ').map((part) => part.split(/ (.*)/, 2))), {
        'default-src': "'none'",
        'script-src': hash('script'),
        ...(frame === 'frame.html' && { 'style-src': hash('style') }),
        'connect-src': "'self'",
        'base-uri': "'none'",
        'form-action': "'none'",
        'require-trusted-types-for': "'script'",
        'trusted-types': "'none'",
      });
      assert.ok(html.indexOf('Content-Security-Policy') < html.indexOf('<script>'));
      assert.equal(html.includes('<style>'), frame === 'frame.html');
      // A font of the page is loaded by script, from where the policy allows.
      assert.doesNotMatch(html.replace(/new FontFace\([^)]*\)/, ''), /\ssrc=|\shref=|url\(|@import/);
    });

  test('beside a vault, no document of the service has a field to type in, and its frames say why', () => {
    const vault = 'https://vault.example.com';
    const documents = buildHostedFields({ vault, fonts: ['https://fonts.example.com'] }).filter(({ name }) =>
      name.endsWith('.html'),
    );
    const frames = documents.filter(({ name }) => name.startsWith('frame.'));
    assert.deepEqual(
      documents.map(({ name }) => name),
      [...files.keys()].filter((name) => name.endsWith('.html')),
    );
    for (const { name, content: html } of documents)
      assert.doesNotMatch(html.toString(), /<(input|select)/, name);
    for (const { content: html } of frames) {
      assert.ok(html.includes(`No card fields: `) && html.includes(vault));
      assert.ok(!html.includes('connect-src'));
    }
    assert.match(content('frame.html').toString(), /<input id="number"/);
  });

  test('a frame that the vault serves may talk to the service, too, and a script with a vault knows no other', () => {
    const service = 'https://pay.example.com';
    const vault = 'https://vault.example.com';
    const named = (name: string, origins: object) =>
      buildHostedFields(origins)
        .find((file) => file.name === name)
        ?.content.toString() ?? '';
    const frame = named('frame.html', { service });
    assert.ok(frame.includes(`connect-src 'self' ${service};`));
    assert.ok(frame.includes(`<meta name="service" content="${service}">`));
    assert.ok(content('frame.html').toString().includes('<meta name="service" content="">'));
    assert.ok(named('fields.js', { vault }).includes(vault));
    assert.ok(!content('fields.js').toString().includes(vault));
    for (const wrong of [
      `${service}/x`,
      `${service}; script-src *`,
      'pay.example.com',
      'https://a.example https://b.example',
    ])
      assert.throws(() => buildHostedFields({ service: wrong }));
    // What is published is without either.
    assert.deepEqual(
      readFileSync(join(import.meta.dirname, '../../clients/browser/dist/frame.html')),
      content('frame.html'),
    );
  });
});
