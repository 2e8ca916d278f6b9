import type { Difference } from '../differences.ts';
import { nameDifferences } from '../name-difference.ts';
import { words } from '../words/words.ts';

type Props = {
  readonly all: readonly Difference[];
  /** As it is afterwards. */
  readonly rule: unknown;
};

/** What changes, each with the name of its place; the place itself where one points at it. */
export const DifferencesList = ({ all, rule }: Props) => {
  const named = nameDifferences(all, rule);
  if (named.length === 0) return <p class="note">{words.value.routing.noDifference}</p>;
  return (
    <ul class="differences">
      {named.map(({ path, name, before, after }) => (
        <li key={path}>
          <span title={path}>{name}</span>
          <span>
            <del>{before}</del> → <ins>{after}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
};
