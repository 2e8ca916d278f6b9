import * as z from 'zod/mini';
import type { ManageAnswer } from '../vault/forward.ts';
import type { ManagePorts } from './custody-ports.ts';
import { vaultToken } from './vault-token.ts';

const manageRequest = z.strictObject({
  action: z.enum(['release', 'keep', 'delete']),
  token: vaultToken,
});

/** Carries out a `ManageRequest`; any may be repeated. Throws for anything else, and if the store cannot be reached. */
export const manageCard = async (
  { cards, clock, report }: ManagePorts,
  given: unknown,
): Promise<ManageAnswer> => {
  const read = manageRequest.safeParse(given);
  if (!read.success) throw new Error('This request is not from a router.');
  const { action, token } = read.data;
  const found = await {
    release: () => cards.release(token).then(() => true),
    keep: () => cards.keep(token, clock.now()),
    delete: () => cards.delete(token),
  }[action]();
  const kind = found ? 'done' : 'unknown_token';
  report({ event: 'vault_managed', token, action, status: kind });
  return { kind };
};
