import type { ConsoleSettings } from '../http/console-settings.ts';

/**
 * `CONSOLE`, as JSON: the console's address, the proofs of its own distribution, and the public keys of its tokens. Undefined if there is no console.
 */
export const consoleSettings = (): ConsoleSettings | undefined => {
  const { CONSOLE = '' } = process.env;
  if (CONSOLE === '') return undefined;
  if (read?.json !== CONSOLE) read = { json: CONSOLE, settings: JSON.parse(CONSOLE) };
  return read?.settings;
};

let read: { readonly json: string; readonly settings: ConsoleSettings } | undefined;
