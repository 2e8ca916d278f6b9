import { useState } from 'preact/hooks';
import { words } from '../words/words.ts';

/** An id or a secret with a button that copies it. */
export const Copied = ({ text, label }: { readonly text: string; readonly label?: string }) => {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  const { copy: verb, copied } = words.value;
  return (
    <span class="copied">
      <code>{text}</code>
      <button
        type="button"
        class="bare"
        onClick={copy}
        aria-label={`${done ? copied : verb}: ${label ?? text}`}
      >
        {done ? copied : verb}
      </button>
    </span>
  );
};
