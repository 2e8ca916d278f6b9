import type { ComponentChildren } from 'preact';
import type { Loaded } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { Problem } from './problem.tsx';

type Props<T> = {
  readonly answer: Loaded<T>;
  readonly children: (data: T) => ComponentChildren;
};

/** What is read, or that it is being read, or why it could not be. A failed repetition leaves what was read before. */
export const Reading = <T,>({ answer: { data, problem, reload }, children }: Props<T>) => (
  <>
    {problem && <Problem problem={problem} retry={reload} />}
    {data === undefined && !problem && (
      <p class="reading" role="status">
        {words.value.reading}
      </p>
    )}
    {data !== undefined && children(data)}
  </>
);
