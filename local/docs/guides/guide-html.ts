import { existsSync, globSync } from 'node:fs';
import { join, posix } from 'node:path';
import { Marked, type RendererObject } from 'marked';
import { escapeHtml } from '../pages/html.ts';
import { type Guide, root, servedPath } from './read-guides.ts';

export type Section = { readonly id: string; readonly heading: string; readonly depth: number };

export type GuideHtml = { readonly html: string; readonly sections: readonly Section[] };

/** A guide as HTML. Headings get GitHub's ids, and links between files lead to the addresses where those files are served. */
export const guideHtml = ({ file, markdown }: Guide): GuideHtml => {
  const sections: Section[] = [];
  const marked = new Marked({
    renderer: { ...blocks, ...links(file), ...headings((section) => sections.push(section)) },
  });
  const html = marked.parse(markdown, { async: false });
  return { html, sections };
};

const headings = (found: (section: Section) => void): RendererObject => ({
  heading({ depth, tokens, text }) {
    const heading = text.replace(/[`*]/g, '');
    const id = slug(heading);
    found({ id, heading, depth });
    return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
  },
});

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Blocks wider than the screen scroll on their own, also with the keyboard. */
const blocks: RendererObject = {
  code: ({ text, lang = '' }) =>
    `<pre tabindex="0" aria-label="${lang.endsWith('output') ? 'Output' : 'Code'}"><code>${escapeHtml(text)}</code></pre>\n`,
  table({ header, rows }) {
    const cells = (name: 'td' | 'th', row: typeof header) =>
      row
        .map(({ text, tokens }) => cell(text === '' ? 'td' : name, this.parser.parseInline(tokens)))
        .join('');
    const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('');
    return `<div class="scroll" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${cells('th', header)}</tr></thead><tbody>${body}</tbody></table></div>\n`;
  },
  html: () => '',
};

const cell = (name: 'td' | 'th', content: string): string => `<${name}>${content}</${name}>`;

const links = (file: string): RendererObject => ({
  link({ href, tokens }) {
    return `<a href="${escapeHtml(address(file, href))}">${this.parser.parseInline(tokens)}</a>`;
  },
  image: ({ href, text }) => `<img src="${escapeHtml(address(file, href))}" alt="${escapeHtml(text)}">`,
});

/** The address of the target of a link in `file`. Throws if it leads nowhere. */
const address = (file: string, href: string): string => {
  const [target = '', id] = href.split('#');
  if (target === '' || /^[a-z]+:/.test(href)) return href;
  const path = posix.join(posix.dirname(file), target);
  if (!existsSync(join(root, path))) throw new Error(`${file} links to ${target}, which does not exist`);
  const [first = path] = globSync(`${path}/*.md`, { cwd: root }).sort();
  return id === undefined ? servedPath(first) : `${servedPath(first)}#${id}`;
};
