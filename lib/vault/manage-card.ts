import * as z from 'zod/mini';
import type { ManageResponse } from '../vault-protocol/forward.ts';
import { session_s } from './admit-card.ts';
import type { ManagePorts } from './vault-ports.ts';
import { vaultToken } from './vault-token.ts';

const manageRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.enum(['release', 'keep', 'delete']), token: vaultToken }),
  z.strictObject({
    action: z.literal('close'),
    session: z.string().check(z.regex(/^cs_[0-9a-z]{26}$/)),
  }),
]);

/** Carries out a `ManageRequest` or a `CloseRequest`; both may be repeated. Throws for any other request, and if the store cannot be reached. */
export const manageCard = async (
  { cards, clock, log }: ManagePorts,
  given: unknown,
): Promise<ManageResponse> => {
  const read = manageRequest.safeParse(given);
  if (!read.success) throw new Error('This request is not from a router.');
  const request = read.data;
  const now = clock.now();
  if (request.action === 'close') {
    await cards.close(request.session, Math.floor(now / 1000) + session_s);
    log({ event: 'vault_closed', session: request.session });
    return { kind: 'done' };
  }
  const { action, token } = request;
  const found = await {
    release: () => cards.release(token).then(() => true),
    keep: () => cards.keep(token, now),
    delete: () => cards.delete(token),
  }[action]();
  const kind = found ? 'done' : 'unknown_token';
  log({ event: 'vault_managed', token, action, status: kind });
  return { kind };
};
