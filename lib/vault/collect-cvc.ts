import { ApiError } from '../types/api-error.ts';
import { admitCvc, giveBackOnError } from './admit-card.ts';
import { cvcKept_s, isCvc } from './cvc.ts';
import { grantedSession } from './granted-session.ts';
import { nonceLength, seal } from './seal.ts';
import type { CollectPorts } from './vault-ports.ts';

/**
 * Accepts the security code of a stored card under the router's grant (undefined: the caller sent none). Its token alone cannot pay: it completes a
 * payment of that session with a stored card. Throws `token_missing`, `token_invalid`, `parameter_invalid`, `too_many_attempts` or
 * `too_many_requests`; then nothing is stored.
 */
export const collectCvc = async (
  ports: CollectPorts,
  signed: string | undefined,
  given: string,
): Promise<{ readonly token: string }> => {
  const { deployment, random } = ports;
  const now = ports.clock.now();
  const session = grantedSession(ports, signed, now);
  if (!isCvc(given))
    throw new ApiError('parameter_invalid', 'cvc: expected 3 or 4 digits.', { param: 'cvc' });
  const token = ports.newId('vt');
  const bound = { ...deployment, token };
  await admitCvc(ports, { session, now });
  const ends = Math.floor(now / 1000) + cvcKept_s;
  await giveBackOnError(ports, { session, now }, async () => {
    const { plain, wrapped } = await ports.keys.make(bound);
    const cvc = seal(plain, random(nonceLength), given, { ...bound, field: 'cvc' });
    plain.fill(0);
    await ports.cards.addCvc({ token, cvc, ends, alone: { session, wrapped } });
  });
  ports.log({ event: 'vault_collected', token, session });
  return { token };
};
