import { checkName } from './check-names.ts';

type Listener = (event: never) => void;

/** The listeners of an element's events. One that throws is reported, and keeps none of the others, ours among them, from hearing. */
export const createListeners = <Events>(names: readonly (keyof Events & string)[]) => {
  const listeners = new Map<keyof Events, Set<Listener>>();
  return {
    on: (name: keyof Events, listener: Listener): void => {
      checkName('event', name, names);
      listeners.set(name, (listeners.get(name) ?? new Set()).add(listener));
    },
    emit: (name: keyof Events, event?: Events[keyof Events]): void => {
      for (const listener of listeners.get(name) ?? [])
        try {
          listener(event as never);
        } catch (error) {
          queueMicrotask(() => {
            throw error;
          });
        }
    },
  };
};
