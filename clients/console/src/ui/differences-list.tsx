import type { Difference } from '../differences.ts';
import { words } from '../words/words.ts';

/** What changes, each with its place in the document. */
export const DifferencesList = ({ all }: { readonly all: readonly Difference[] }) => {
  const { routing } = words.value;
  if (all.length === 0) return <p class="note">{routing.noDifference}</p>;
  return (
    <ul class="differences">
      {all.map(({ path, before, after }) => (
        <li key={path}>
          <code>{path}</code>
          <span>
            <del>{text(before)}</del> → <ins>{text(after)}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
};

const text = (value: unknown): string => (value === null ? '–' : JSON.stringify(value));
