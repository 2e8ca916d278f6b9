import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

type Props = {
  readonly label: string;
  readonly children: (close: () => void) => ComponentChildren;
  /** Open from the start. */
  readonly open?: boolean;
};

/** A button that opens a form in its place. */
export const Disclosed = ({ label, children, open: first = false }: Props) => {
  const [open, setOpen] = useState(first);
  return open ? (
    <section class="disclosed" aria-label={label}>
      <h2>{label}</h2>
      {children(() => setOpen(false))}
    </section>
  ) : (
    <button type="button" class="quiet" onClick={() => setOpen(true)}>
      {label}
    </button>
  );
};
