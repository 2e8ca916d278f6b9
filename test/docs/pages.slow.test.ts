import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../lib/http/routes.ts';
import { errorCodes } from '../../lib/types/error-codes.ts';
import { readGuides } from '../../local/docs/guides/read-guides.ts';
import { type Service, startService } from '../integration/service/start-service.ts';

const root = join(import.meta.dirname, '../..');

let service: Service;
let reference: string;
let errors: string;
beforeAll(async () => {
  service = await startService();
  reference = await read('/docs');
  errors = await read('/docs/errors');
});
afterAll(() => service?.stop());

const read = async (path: string): Promise<string> => (await fetch(`${service.base_url}${path}`)).text();

/** Ids of a page; throws where one is there twice. */
const idsOf = (html: string): ReadonlySet<string> => {
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index);
  if (twice.length > 0) throw new Error(`twice: ${twice.join(', ')}`);
  return new Set(ids);
};

describe('the documentation that npm start serves', () => {
  test('leads from an error to what it means: doc_url', async () => {
    const answer = await fetch(`${service.base_url}/v1/charges/ch_1`);
    const { error } = (await answer.json()) as { readonly error: { readonly doc_url: string } };
    const [address = '', code = ''] = error.doc_url.split('#');
    expect(address).toBe(`${service.base_url}/docs/errors`);
    expect((await fetch(address)).status).toBe(200);
    expect(idsOf(errors).has(code)).toBe(true);
  });

  test('has a place for every error code, and for every operation with its path', () => {
    for (const code of Object.keys(errorCodes)) expect(idsOf(errors)).toContain(code);
    const text = reference.replaceAll(/<[^>]+>/g, '');
    for (const { path } of routes) expect(text).toContain(path);
  });

  test('has every guide, and no link that leads nowhere', async () => {
    const paths = ['/docs', '/docs/errors', ...readGuides().map(({ path }) => path)];
    const texts = await Promise.all(
      paths.map(async (path) => {
        const answer = await fetch(`${service.base_url}${path}`);
        expect([path, answer.status]).toEqual([path, 200]);
        return [path, await answer.text()] as const;
      }),
    );
    const ids = new Map(texts.map(([path, html]) => [path, idsOf(html)]));
    for (const file of ['openapi.yaml', 'style.css', 'main.js', 'page.png'])
      ids.set(`/docs/${file}`, new Set());
    for (const [here, html] of texts)
      for (const [, link = ''] of html.matchAll(/ (?:href|src)="([^"]+)"/g)) {
        if (/^(data:|https?:)/.test(link)) continue;
        const [path = '', id] = link.split('#');
        const there = ids.get(path === '' ? here : path);
        expect([here, link, there !== undefined]).toEqual([here, link, true]);
        if (id !== undefined) expect([here, link, there?.has(id)]).toEqual([here, link, true]);
      }
  });

  test('speaks of the port in use', async () => {
    const { port } = new URL(service.base_url);
    const guide = await read('/docs/quick-start');
    expect(guide).toContain(`http://127.0.0.1:${port}/v1/`);
    expect(guide).toContain(`PORT=${port} npm run -s keys`);
    for (const path of ['/docs', '/docs/quick-start', '/docs/psp', '/docs/openapi.yaml', '/docs/search.json'])
      expect(await read(path)).not.toContain('127.0.0.1:4000');
  });

  test('loads nothing but its own script, style and pictures, and may load nothing else', async () => {
    for (const html of [reference, errors, await read('/docs/routing')]) {
      expect(html).not.toMatch(/<iframe| style="| on\w+="|<script>/);
      expect(
        [...html.matchAll(/<(?:link|script)[^>]*(?:href|src)="([^"]+)"/g)].map(([, link]) => link),
      ).toEqual(['/docs/style.css', 'data:,', '/docs/main.js']);
    }
    const { headers } = await fetch(`${service.base_url}/docs`);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; connect-src 'self'; style-src 'self'; img-src 'self' data:;/,
    );
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    for (const [path, type] of [
      ['style.css', 'text/css'],
      ['main.js', 'text/javascript'],
      ['page.png', 'image/png'],
    ] as const)
      expect((await fetch(`${service.base_url}/docs/${path}`)).headers.get('content-type')).toMatch(type);
  });

  test('is light and dark, and says its width to a phone', async () => {
    expect(await read('/docs/style.css')).toContain('@media (prefers-color-scheme: dark)');
    expect(reference).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  test('gives the document as it is checked in, but for the port', async () => {
    const document = readFileSync(join(root, 'docs/openapi.yaml'), 'utf8');
    const { host } = new URL(service.base_url);
    expect(await read('/docs/openapi.yaml')).toBe(document.replaceAll('127.0.0.1:4000', host));
  });

  test('has nothing else below it, and takes GET and HEAD', async () => {
    const ask = async (path: string, method = 'GET') =>
      (await fetch(`${service.base_url}${path}`, { method })).status;
    expect(await ask('/docs/')).toBe(200);
    expect(await ask('/docs', 'HEAD')).toBe(200);
    expect(await ask('/docs/none')).toBe(404);
    expect(await ask('/docs/../package.json')).toBe(404);
    expect(await ask('/docs/__proto__')).toBe(404);
    expect(await ask('/docs', 'POST')).toBe(405);
  });
});
