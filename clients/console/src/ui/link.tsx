import type { ComponentChildren } from 'preact';
import { go } from '../place.ts';

type Props = {
  readonly to: string;
  readonly class?: string;
  /** It leads to the page that is shown. */
  readonly current?: boolean;
  readonly children: ComponentChildren;
};

/** A link inside the console. With a key pressed it is the browser's own: a new tab, a download. */
export const Link = ({ to, class: name, current, children }: Props) => (
  <a
    href={to}
    class={name}
    aria-current={current ? 'page' : undefined}
    onClick={(event) => {
      const isModified = event.ctrlKey || event.metaKey || event.shiftKey;
      if (isModified || event.button !== 0) return;
      event.preventDefault();
      go(to);
    }}
  >
    {children}
  </a>
);
