import { type ComponentChildren, createRef } from 'preact';
import { useState } from 'preact/hooks';
import { ApiProblem } from '../api-problem.ts';
import { words } from '../words/words.ts';
import { Problem } from './problem.tsx';

export type Send = (data: FormData) => Promise<unknown>;

type Props = {
  readonly label: string;
  /** Rejects with an `ApiProblem`. */
  readonly send: Send;
  readonly children?: ComponentChildren;
  /** It cannot be taken back. */
  readonly grave?: boolean;
  readonly cancel?: () => void;
  readonly onInput?: (data: FormData) => void;
};

/** A form that changes something, once, however often it is sent (`call`). */
export const Action = ({ label, send, children, grave, cancel, onInput }: Props) => {
  const [state, setState] = useState<{ readonly busy: boolean; readonly problem?: ApiProblem }>({
    busy: false,
  });
  const form = createRef<HTMLFormElement>();
  const submit = async (event: Event) => {
    event.preventDefault();
    if (state.busy || !form.current) return;
    const data = new FormData(form.current);
    setState({ busy: true });
    try {
      await send(data);
      setState({ busy: false });
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      setState({ busy: false, problem });
    }
  };
  return (
    <form ref={form} onSubmit={submit} onInput={() => form.current && onInput?.(new FormData(form.current))}>
      {children}
      {state.problem && <Problem problem={state.problem} />}
      <div class="buttons">
        <button type="submit" class={grave ? 'primary grave' : 'primary'} aria-busy={state.busy}>
          {label}
        </button>
        {cancel && (
          <button type="button" class="quiet" onClick={cancel}>
            {words.value.cancel}
          </button>
        )}
      </div>
    </form>
  );
};

/** What was typed into a field of a form; undefined if nothing was. */
export const readText = (data: FormData, name: string): string | undefined => {
  const value = data.get(name);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};
