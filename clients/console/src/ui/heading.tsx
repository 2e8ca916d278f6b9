import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

/** The heading of a page, which names the browser's tab and takes the focus when the page opens, so that a screen reader says where one is. */
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
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </div>
  );
};
