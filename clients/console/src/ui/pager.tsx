import type { ComponentChildren } from 'preact';
import { words } from '../words/words.ts';
import { Link } from './link.tsx';

type Page = { readonly next_cursor: string | null; readonly previous_cursor: string | null };

type Props = {
  readonly page: Page;
  readonly to: (cursor: { readonly after?: string; readonly before?: string }) => string;
  /** What is before this page and behind it, where a list does not begin with the newest. */
  readonly before?: string;
  readonly behind?: string;
  readonly children?: ComponentChildren;
};

/** Leads to newer and older rows. `to` gives the address of a page by its cursor. */
export const Pager = ({
  page: { next_cursor, previous_cursor },
  to,
  before = words.value.newer,
  behind = words.value.older,
  children,
}: Props) => (
  <nav class="pager" aria-label={words.value.pages}>
    {previous_cursor && <Link to={to({ before: previous_cursor })}>{before}</Link>}
    {children}
    {next_cursor && <Link to={to({ after: next_cursor })}>{behind}</Link>}
  </nav>
);
