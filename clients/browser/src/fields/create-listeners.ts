import type { CardEvents } from '../types.ts';

type Listener = (event: never) => void;

/** Who wants to hear what of a card element. */
export const createListeners = () => {
  const listeners = new Map<keyof CardEvents, Set<Listener>>();
  return {
    on: (name: keyof CardEvents, listener: Listener): void => {
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    emit: (name: keyof CardEvents, event?: CardEvents['change'] | CardEvents['violation']): void => {
      for (const listener of listeners.get(name) ?? []) listener(event as never);
    },
  };
};
