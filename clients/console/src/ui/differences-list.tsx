import type { Difference } from '../differences.ts';
import { nameDifference } from '../name-difference.ts';
import { words } from '../words/words.ts';

type Props = {
  readonly all: readonly Difference[];
  /** As it is afterwards. */
  readonly rule: unknown;
};

/** What changes, each with the name of its place; the place itself where one points at it. */
export const DifferencesList = ({ all, rule }: Props) => {
  const { routing } = words.value;
  if (all.length === 0) return <p class="note">{routing.noDifference}</p>;
  return (
    <ul class="differences">
      {all.map((difference) => {
        const { name, before, after } = nameDifference(difference, rule);
        return (
          <li key={difference.path}>
            <span title={difference.path}>{name}</span>
            <span>
              <del>{before}</del> → <ins>{after}</ins>
            </span>
          </li>
        );
      })}
    </ul>
  );
};
