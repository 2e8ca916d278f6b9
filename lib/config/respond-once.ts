import { ApiError } from '../types/api-error.ts';
import type { Published } from '../types/publication.ts';
import type { Idempotency } from '../types/result.ts';
import { seenBefore } from '../types/seen-before.ts';
import type { DeployingPorts } from './publisher-ports.ts';

/** The first response, if the key was used before, even by a concurrent call; otherwise the response of `publish`. */
export const respondOnce = async (
  { versions }: Pick<DeployingPorts, 'versions'>,
  asked: Idempotency | undefined,
  publish: () => Promise<Published>,
): Promise<Published> => {
  const seen = async () => asked && seenBefore([await versions.remembered(asked.key)], asked);
  const before = await seen();
  if (before) return before;
  try {
    return await publish();
  } catch (refusal) {
    const meanwhile = refusal instanceof ApiError && refusal.status === 409 ? await seen() : undefined;
    if (meanwhile) return meanwhile;
    throw refusal;
  }
};
