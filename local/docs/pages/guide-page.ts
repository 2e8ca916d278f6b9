import { guideHtml } from '../guides/guide-html.ts';
import type { Guide } from '../guides/read-guides.ts';
import { escapeHtml } from './html.ts';
import { page } from './page.ts';

/** A guide as a page, with all guides and its own headings in the margin. */
export const guidePage = (guide: Guide, guides: readonly Guide[]): string => {
  const { html, sections } = guideHtml(guide);
  const own = sections.filter(({ depth }) => depth === 2);
  const inside = `<ul>${own.map(({ id, heading }) => `<li><a href="#${id}">${escapeHtml(heading)}</a></li>`).join('')}</ul>`;
  const contents = [...new Set(guides.map(({ group }) => group))].map((group) => {
    const links = guides
      .filter((other) => other.group === group)
      .map(
        ({ path, title }) =>
          `<li><a href="${path}"${path === guide.path ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>${path === guide.path ? inside : ''}</li>`,
      );
    return `<h2>${group}</h2><ul>${links.join('')}</ul>`;
  });
  return page({
    title: `${guide.title}: Payment routing`,
    contents: contents.join(''),
    main: `<article>${html}</article>`,
  });
};
