import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readGuides } from '../../local/docs/guides/read-guides.ts';
import { root } from '../integration/local/run-program.ts';

/** A fenced block of a page. `marks`: the words of its info string after the language. */
export type Block = {
  readonly page: string;
  /** Of the opening fence, counted from 1. */
  readonly line: number;
  readonly language: string;
  readonly marks: readonly string[];
  readonly text: string;
};

/** The README, the pages for contributors, and every guide and decision, wherever it lies, as paths from the root. */
export const pages = (): readonly string[] => [
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  'docs/errors.md',
  ...readGuides().map(({ file }) => file),
];

/** A page for somebody who uses the service: a guide, wherever it lies, and no decision. */
export const isGuide = (page: string): boolean =>
  !/^(\.github|docs\/decisions)\/|^(README|CHANGELOG)/.test(page);

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8');

/** Every fenced block of a page, in order. Throws where a fence is never closed. */
export const readBlocks = (page: string): readonly Block[] => {
  const blocks: Block[] = [];
  let open: { line: number; fence: string; info: string; text: string[] } | undefined;
  for (const [index, line] of readPage(page).split('\n').entries()) {
    const [, fence, info = ''] = /^\s*(`{3,})(.*)$/.exec(line) ?? [];
    if (open === undefined) {
      if (fence !== undefined) open = { line: index + 1, fence, info, text: [] };
    } else if (fence === open.fence && info.trim() === '') {
      const [language = '', ...marks] = open.info.trim().split(/\s+/);
      blocks.push({ page, line: open.line, language, marks, text: open.text.join('\n') });
      open = undefined;
    } else open.text.push(line);
  }
  if (open !== undefined) throw new Error(`${page}:${open.line}: this block has no end`);
  return blocks;
};
