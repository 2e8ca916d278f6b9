import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { inlineDocument } from './inline-document.ts';
import { originOf } from './origin-of.ts';

export type HostedPage = {
  /** The merchant's name, as customers know it. */
  readonly merchant: string;
  /** A PNG, JPEG, WebP or SVG file of at most 20 KB: the page holds it. */
  readonly logo?: string;
};

/**
 * The page at which a session is paid, the same for every session: one document that needs no second request, except for the card's frame. `vault`:
 * the origin of the vault that serves that frame; without one, the page's own origin does.
 */
export const buildHostedPage = ({ merchant, logo }: HostedPage, vault?: string): Buffer => {
  const frames = vault && originOf(vault);
  return inlineDocument('src/page/page.html', {
    styles: 'src/page/page.css',
    define: { VAULT_FRAME: JSON.stringify(frames ? `${frames}/fields/v1/` : '') },
    policy: ["connect-src 'self'", `frame-src ${frames || "'self'"}`, 'img-src data:'],
    put: [
      ['<!-- merchant -->', escaped(merchant)],
      ['<!-- logo -->', logo === undefined ? '' : `<img src="${pictureOf(logo)}" alt="">`],
    ],
  });
};

/** What is sent with it, besides its type: no other page may show it in a frame, which its own policy cannot say. */
export const pageHeaders = {
  'content-security-policy': "frame-ancestors 'none'",
  'cache-control': 'public, max-age=300',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const logoLimit = 20 * 1024;

const types: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
  '.svg': 'image/svg+xml',
};

/** As a picture, an SVG runs no script and loads nothing. */
const pictureOf = (file: string): string => {
  const type = types[extname(file).toLowerCase()];
  if (!type) throw new Error(`${file}: expected a logo that ends in ${Object.keys(types).join(', ')}`);
  if (statSync(file).size > logoLimit) throw new Error(`${file}: expected a logo of at most 20 KB`);
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
