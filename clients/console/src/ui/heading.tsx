import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { place } from '../place.ts';

/**
 * The heading of a page, which names the browser's tab. It takes the focus when the page opens, so that a screen reader says where one is, and when what
 * had it is gone, as the link to the next rows.
 */
export const Heading = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => heading.current?.focus(), []);
  const here = place.value;
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [here]);
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
};
