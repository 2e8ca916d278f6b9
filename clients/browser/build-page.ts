import { readFileSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { escapeHtml } from './escape-html.ts';
import { inlineDocument } from './inline-document.ts';
import { messagesIn } from './messages-in.ts';
import { originOf } from './origin-of.ts';
import { type Language, languages } from './src/languages.ts';

export type HostedPage = {
  /** The merchant's name, as customers know it. */
  readonly merchant: string;
  /** A PNG, JPEG, WebP or SVG file of at most 20 KB: the page holds it. */
  readonly logo?: string;
};

/**
 * The page at which a session is paid, the same for every session: one document for each language that needs no second request, except for the card's
 * frame. `vault`: the origin of the vault that serves that frame; without one, the page's own origin does.
 */
export const buildHostedPages = (
  page: HostedPage,
  vault?: string,
): readonly { readonly path: string; readonly content: Buffer }[] =>
  languages.map((language) => ({
    path: `/pay/${language}.html`,
    content: buildHostedPage(page, language, vault),
  }));

/**
 * Finds the language of the page in a browser's `accept-language`, whose languages browsers send in the customer's order. Without a match, it is
 * English.
 */
export const acceptedLanguage = new RegExp(`(?:^|,)\\s*(${languages.join('|')})\\b`, 'i');

export const buildHostedPage = (
  { merchant, logo }: HostedPage,
  language: Language,
  vault?: string,
): Buffer => {
  const frames = vault && originOf(vault);
  const { page, pageLabels } = messagesIn[language];
  return inlineDocument('src/page/page.html', {
    styles: 'src/page/page.css',
    language,
    words: { ...page, ...pageLabels },
    define: { VAULT_FRAME: JSON.stringify(frames ? `${frames}/fields/v1/` : '') },
    policy: ["connect-src 'self'", `frame-src ${frames || "'self'"}`, 'img-src data:'],
    put: [
      ['<!-- merchant -->', escapeHtml(merchant)],
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

/** A logo as the page holds it. As a picture, an SVG runs no script and loads nothing. Throws if the file is no such picture. */
export const pictureOf = (file: string): string => {
  const type = types[extname(file).toLowerCase()];
  if (!type) throw new Error(`${file}: expected a logo that ends in ${Object.keys(types).join(', ')}`);
  if (statSync(file).size > logoLimit) throw new Error(`${file}: expected a logo of at most 20 KB`);
  return `data:${type};base64,${readFileSync(file).toString('base64')}`;
};
