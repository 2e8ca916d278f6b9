import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { routes } from '../../lib/http/routes.ts';
import { errorCodes } from '../../lib/types/error-codes.ts';
import { type Service, startService } from '../integration/service/start-service.ts';

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

  test('has no link that leads nowhere', () => {
    const pages = new Map([
      ['/docs', idsOf(reference)],
      ['/docs/errors', idsOf(errors)],
      ['/docs/openapi.yaml', new Set<string>()],
      ['/docs/style.css', new Set<string>()],
    ]);
    for (const [here, html] of [
      ['/docs', reference],
      ['/docs/errors', errors],
    ] as const)
      for (const [, link = ''] of html.matchAll(/ href="([^"]+)"/g)) {
        if (link === 'data:,') continue;
        const [path = '', id] = link.split('#');
        const ids = pages.get(path === '' ? here : path);
        expect([link, ids !== undefined]).toEqual([link, true]);
        if (id !== undefined) expect([link, ids?.has(id)]).toEqual([link, true]);
      }
  });

  test('loads nothing but its own style, and may load nothing else', async () => {
    for (const html of [reference, errors]) {
      expect(html).not.toMatch(/<script|<img|<iframe| style="| on\w+="/);
      expect([...html.matchAll(/<link[^>]*href="([^"]+)"/g)].map(([, link]) => link)).toEqual([
        '/docs/style.css',
        'data:,',
      ]);
    }
    const { headers } = await fetch(`${service.base_url}/docs`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'self'/);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect((await fetch(`${service.base_url}/docs/style.css`)).headers.get('content-type')).toMatch(
      'text/css',
    );
  });

  test('is light and dark, and says its width to a phone', async () => {
    expect(await read('/docs/style.css')).toContain('@media (prefers-color-scheme: dark)');
    expect(reference).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">');
  });

  test('gives the document as it is checked in', async () => {
    const file = join(import.meta.dirname, '../../docs/openapi.yaml');
    expect(await read('/docs/openapi.yaml')).toBe(readFileSync(file, 'utf8'));
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
