import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { buildHostedFields } from '../../../clients/browser/build.ts';
import { buildHostedPages } from '../../../clients/browser/build-page.ts';
import { escapeHtml } from '../../../clients/browser/escape-html.ts';
import { type Messages, messagesIn } from '../../../clients/browser/messages-in.ts';
import { frameName } from '../../../clients/browser/src/frame-name.ts';
import { type Language, languages } from '../../../clients/browser/src/languages.ts';
import { declines } from '../../../lib/types/outcome.ts';

const others = languages.filter((language) => language !== 'en');

/** Every text of a language by its path, except for those that depend on a count. */
const textsOf = ({ digits: _, language: __, ...texts }: Messages): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const collect = (value: unknown, path: string): void => {
    if (typeof value !== 'object' || value === null) return void found.set(path, value as string);
    for (const [name, inner] of Object.entries(value)) collect(inner, `${path}.${name}`);
  };
  collect(texts, '');
  return found;
};

const placesIn = (text: string): readonly string[] => text.match(/\{\w+\}/g)?.sort() ?? [];

/** Words of the address that a bank does not use. */
const informal: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(du|dich|dir|deine?[mnrs]?)\b/i,
  fr: /(^|\s)(tu|te|toi|ton|tes)\s/i,
  es: /(^|\s)(tú|tu|tus|te|contigo)\s/i,
  it: /(^|\s)(tu|tuo|tua|tuoi|tue|ti)\s/i,
  nl: /\b(je|jij|jou|jouw)\b/i,
  pt: /(^|\s)(tu|você|vocês|senhor|senhora|teu|tua)\s/i,
  pl: /(^|\s)(ty|twój|twoja|twoje|twojej|pan|pani|pana|państwo|państwa)\s/i,
};

describe('the messages of fields and page', () => {
  test('are one file for each language, and no other is there', () => {
    const folder = join(import.meta.dirname, '../../../clients/browser/src/messages');
    const files = readdirSync(folder).filter((name) => !['fill.ts', 'plural.ts'].includes(name));
    expect(files.sort()).toEqual(languages.map((language) => `${language}.ts`).sort());
    expect(languages.map((language) => messagesIn[language].language)).toEqual(languages);
  });

  test.each(others)('%s has every text that English has, none besides, and none in English', (language) => {
    const [english, texts] = [textsOf(messagesIn.en), textsOf(messagesIn[language])];
    expect([...texts.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [path, text] of texts)
      expect({ path, text, english: text === english.get(path) }).toMatchObject({ english: false });
  });

  test.each(languages)('%s has a sentence or a word everywhere, in the formal address', (language) => {
    for (const [path, text] of textsOf(messagesIn[language])) {
      expect({ path, text: text.trim() === text && text.length > 2 }).toEqual({ path, text: true });
      expect({ path, ends: /^\p{Lu}|^\{/u.test(text) }).toEqual({ path, ends: true });
      expect({ path, informal: informal[language]?.exec(` ${text} `)?.[0] }).toEqual({ path });
    }
  });

  test.each(others)('%s names the same values as English', (language) => {
    const english = textsOf(messagesIn.en);
    for (const [path, text] of textsOf(messagesIn[language]))
      expect([path, placesIn(text)]).toEqual([path, placesIn(english.get(path) ?? '')]);
  });

  test.each(languages)('%s has exactly the plural forms that three and four digits need', (language) => {
    const plural = new Intl.PluralRules(language);
    const { digits } = messagesIn[language];
    expect(Object.keys(digits).sort()).toEqual(
      [...new Set([3, 4].map((count) => plural.select(count)))].sort(),
    );
    for (const text of Object.values(digits)) expect(placesIn(text)).toEqual(['{count}']);
  });

  test.each(languages)('%s has a sentence for every decline of the API', (language) => {
    expect(Object.keys(messagesIn[language].declines).sort()).toEqual([...declines].sort());
  });

  test('are in documents of one language each: a customer loads no other', () => {
    const pages = new Map(buildHostedPages({ merchant: 'Shop' }).map(({ path, content }) => [path, content]));
    const frames = new Map(buildHostedFields().map(({ name, content }) => [name, content]));
    for (const own of languages) {
      const frame = String(frames.get(frameName(own)));
      const page = String(pages.get(`/pay/${own}.html`));
      for (const html of [frame, page]) expect(html).toContain(`<html lang="${own}">`);
      for (const language of languages) {
        const { waiting, labels, page: words, pageLabels, declines } = messagesIn[language];
        const there = own === language;
        expect([own, language, frame.includes(waiting)]).toEqual([own, language, there]);
        expect([own, language, frame.includes(escapeHtml(labels.name))]).toEqual([own, language, there]);
        expect([own, language, page.includes(words.elsewhere)]).toEqual([own, language, there]);
        expect([own, language, page.includes(escapeHtml(pageLabels.test))]).toEqual([own, language, there]);
        expect([own, language, frame.includes(declines.do_not_honor)]).toEqual([own, language, there]);
      }
    }
    const script = String(frames.get('fields.js'));
    for (const language of languages) expect(script).not.toContain(messagesIn[language].labels.number);
  });
});
