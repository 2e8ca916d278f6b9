import { ApiError } from '../types/api-error.ts';
import type { KeyWrite, ShownKey } from '../types/key-store.ts';
import type { Idempotency, Result } from '../types/result.ts';
import { findStoredResponse } from '../types/seen-before.ts';
import type { KeyPorts } from './key-ports.ts';

const maxRounds = 5;

export type KeyChange = { readonly writes: readonly KeyWrite[]; readonly shown: ShownKey };

/**
 * All changes of keys by callers go through this function. `decide` reads what it needs, and is run again if another write came first. The response
 * that is stored under the caller's idempotency key contains no secret.
 */
export const changeKeys = async (
  { store, render }: Pick<KeyPorts, 'store' | 'render'>,
  asked: Idempotency | undefined,
  decide: () => Promise<KeyChange>,
): Promise<Result> => {
  for (let round = 0; round < maxRounds; round += 1) {
    const before = await findStoredResponse(store, asked);
    if (before) return before;
    const { writes, shown } = await decide();
    const response = render(withoutSecret(shown));
    if (await store.write(writes, asked && { key: asked.key, hash: asked.hash, answer: response }))
      return { replay: render(shown), first: true };
  }
  throw new ApiError('storage_unavailable', 'Other calls are changing this API key right now. Try again.', {
    retry_after: 1,
  });
};

const withoutSecret = (shown: ShownKey): ShownKey => ('key' in shown ? { ...shown, secret: null } : shown);
