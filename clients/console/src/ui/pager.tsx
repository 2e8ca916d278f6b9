import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { Link } from './link.tsx';

type Page = { readonly next_cursor: string | null; readonly previous_cursor: string | null };

/** Leads to older and newer rows. `to` gives the address of a page by its cursor. */
export const Pager = ({
  page: { next_cursor, previous_cursor },
  to,
  children,
}: {
  readonly page: Page;
  readonly to: (cursor: { readonly after?: string; readonly before?: string }) => string;
  readonly children?: ComponentChildren;
}) => (
  <nav class="pager" aria-label={words.value.pages}>
    {previous_cursor && <Link to={to({ before: previous_cursor })}>{words.value.newer}</Link>}
    {children}
    {next_cursor && <Link to={to({ after: next_cursor })}>{words.value.older}</Link>}
  </nav>
);
