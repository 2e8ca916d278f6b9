import type { NewKeys } from '../../lib/http/token-parts.ts';
import type { NamedDer } from '../../lib/vault-protocol/signed-text.ts';
import { newestFirst, nextId } from './token-secret.ts';

/** The console's secret as stored (`lib/runtime/console-ports.ts` reads it). The first key signs. */
export type ConsoleSecret = { readonly keys: readonly NamedDer[] };

/** The contents for a new console. */
export const newConsoleSecret = ({ signing }: NewKeys): ConsoleSecret => ({ keys: [signing('s1')] });

/** Adds a key at the end, so that every function can learn its public key before it signs. */
export const withAddedConsoleKey = ({ keys }: ConsoleSecret, { signing }: NewKeys): ConsoleSecret => ({
  keys: [...keys, signing(nextId(keys, 's'))],
});

/** Signs with the key added last from now on; forgets those before the last two: nothing that they signed is still good. */
export const withPromotedConsoleKey = ({ keys }: ConsoleSecret): ConsoleSecret => ({
  keys: newestFirst(keys).slice(0, 2),
});
