import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { bundle } from './bundle.ts';
import { escapeHtml } from './escape-html.ts';
import type { Language } from './src/languages.ts';

export type DocumentParts = {
  readonly styles?: string;
  /** Names that the script expects, with their values as source text. */
  readonly define?: Readonly<Record<string, string>>;
  /** Directives of its policy, besides those of every document. */
  readonly policy: readonly string[];
  /** What takes the place of which text, which the document has once. */
  readonly put?: readonly (readonly [string, string])[];
  /** Of the document, and of its script's messages; English by default. */
  readonly language?: Language;
  /** The texts of the document, which it names: `{{number}}`. */
  readonly words?: Readonly<Record<string, string>>;
};

/**
 * One document that needs no second request, with the script `main.ts` beside it. Its policy allows exactly its own script and style, and beyond that
 * only what `policy` names.
 */
export const inlineDocument = (
  page: string,
  { styles, define, policy, put = [], language = 'en', words = {} }: DocumentParts,
): Buffer => {
  const script = bundle(`${dirname(page)}/main.ts`, 'iife', { define, language })
    .toString()
    .trim();
  const style = styles && bundle(styles, 'iife').toString().trim();
  if (/<\/(script|style)|<!--/i.test(script + (style ?? '')))
    throw new Error('the document would end before its script');
  const html = inWords(readFileSync(join(import.meta.dirname, page), 'utf8'), words);
  const parts = [
    ["default-src 'none'", policyOf(script, style, policy)],
    ['<html lang="en">', `<html lang="${language}">`],
    ['/* script */', script],
    ...(style ? [['/* style */', style] as const] : []),
    ...put,
  ] as const;
  for (const [place] of parts)
    if (html.split(place).length !== 2) throw new Error(`${page} has to hold ${place} once`);
  return Buffer.from(parts.reduce((page, [place, part]) => page.replace(place, () => part), html));
};

const inWords = (html: string, words: Readonly<Record<string, string>>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const word = words[name];
    if (word === undefined) throw new Error(`There is no text for {{${name}}}`);
    return escapeHtml(word);
  });

const policyOf = (script: string, style: string | undefined, more: readonly string[]): string =>
  [
    "default-src 'none'",
    `script-src '${sha256(script)}'`,
    ...(style ? [`style-src '${sha256(style)}'`] : []),
    ...more,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
