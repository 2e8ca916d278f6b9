import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

type Form = (close: () => void) => ComponentChildren;

type Props = {
  readonly label: string;
  readonly children: Form;
  /** Open from the start. */
  readonly open?: boolean;
};

/**
 * A button that opens a form in its place. What the form is about stays what it was when it was opened, whatever is read meanwhile: somebody decides by
 * what they have seen.
 */
export const Disclosed = ({ label, children, open = false }: Props) => {
  const [form, setForm] = useState<{ readonly of: Form } | undefined>(open ? { of: children } : undefined);
  const was = useRef(open);
  const heading = useRef<HTMLHeadingElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = form !== undefined;
  useEffect(() => {
    if (was.current !== isOpen) (isOpen ? heading : button).current?.focus();
    was.current = isOpen;
  }, [isOpen]);
  return form ? (
    <section class="disclosed" aria-label={label}>
      <h2 ref={heading} tabIndex={-1}>
        {label}
      </h2>
      {form.of(() => setForm(undefined))}
    </section>
  ) : (
    <button ref={button} type="button" class="quiet" onClick={() => setForm({ of: children })}>
      {label}
    </button>
  );
};
