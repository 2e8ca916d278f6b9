import type { Entry } from '../browser/entry.ts';

/** The searchable text: one entry for each heading of the pages that has an id, with the text below it. */
export const searchIndex = (pages: Readonly<Record<string, string>>): readonly Entry[] =>
  Object.entries(pages).flatMap(([path, html]) => {
    const title = textOf(/<title>(.*?)<\/title>/s.exec(html)?.[1] ?? '').replace(
      /^Payment routing: |: Payment routing$/g,
      '',
    );
    const main = /<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? '';
    return main.split(/(?=<section id="|<h[1-4] id=")/).flatMap((part) => {
      const [, id = ''] = /^<\w+ id="([^"]+)"/.exec(part) ?? [];
      const [, heading = ''] = /<h[1-4][^>]*>(.*?)<\/h[1-4]>/s.exec(part) ?? [];
      if (id === '' || heading === '') return [];
      return [{ address: `${path}#${id}`, page: title, heading: textOf(heading), text: textOf(part) }];
    });
  });

const entities: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' };

const textOf = (html: string): string =>
  html
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&(amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .replace(/\s+/g, ' ')
    .trim();
