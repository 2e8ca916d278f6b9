import { useEffect, useState } from 'preact/hooks';
import type { ApiProblem } from './api-problem.ts';

export type Loaded<T> = {
  /** What was read last, also while it is read again. */
  readonly data: T | undefined;
  readonly problem: ApiProblem | undefined;
  /** Reads it again, now. */
  readonly reload: () => void;
};

type Options = {
  /** Reads it again so long after each answer, while the page can be seen. Milliseconds. */
  readonly every_ms?: number;
};

type State<T> = { readonly key: string; readonly data?: T; readonly problem?: ApiProblem };

/** Reads what a page shows. `key` says what is read: with another one it is read again, and nothing of the former is shown. */
export const useAnswer = <T>(
  key: string,
  read: (signal: AbortSignal) => Promise<T>,
  { every_ms }: Options = {},
): Loaded<T> => {
  const [state, setState] = useState<State<T>>({ key });
  const [turn, setTurn] = useState(0);
  const reload = () => setTurn((last) => last + 1);
  useEffect(() => {
    const control = new AbortController();
    const again = () => (document.visibilityState === 'visible' ? reload() : wait());
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      if (every_ms !== undefined && !control.signal.aborted) timer = setTimeout(again, every_ms);
    };
    read(control.signal)
      .then(
        (data) => control.signal.aborted || setState({ key, data }),
        (problem: ApiProblem) =>
          control.signal.aborted || setState((last) => ({ ...(last.key === key && last), key, problem })),
      )
      .then(wait);
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [key, turn, every_ms]);
  const shown = state.key === key ? state : { key };
  return { data: shown.data, problem: shown.problem, reload };
};
