import { useEffect, useRef, useState } from 'preact/hooks';
import { ApiProblem } from '../api-problem.ts';
import { findPlace } from '../find-place.ts';
import { go } from '../place.ts';
import { words } from '../words/words.ts';
import { Problem } from './problem.tsx';

/** One box for whatever one has in hand. `/` leads into it. */
export const Search = () => {
  const box = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<ApiProblem | undefined>(undefined);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.key !== '/' || event.ctrlKey || event.metaKey) return;
      if (target instanceof HTMLElement && target.matches('input, textarea, select')) return;
      event.preventDefault();
      box.current?.focus();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
  const find = async (event: Event) => {
    event.preventDefault();
    const text = box.current?.value.trim();
    if (!text) return;
    setProblem(undefined);
    try {
      go(await findPlace(text));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
    }
  };
  const { header } = words.value;
  return (
    <search>
      <form onSubmit={find}>
        <input
          ref={box}
          type="search"
          aria-label={header.search}
          placeholder={header.placeholder}
          autocomplete="off"
        />
      </form>
      {problem && <Problem problem={problem} />}
    </search>
  );
};
