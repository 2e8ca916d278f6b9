import type { ForwardRequest } from '../../../lib/vault-protocol/forward.ts';
import { readRequest } from '../../simulation/vault/slotted-request.ts';
import type { PspCall } from '../psp/call.ts';

/** The PSP's call that a request to the vault becomes. */
export const callOf = ({ account, timeout_ms, ...request }: ForwardRequest): PspCall => {
  const { attempt } = readRequest({ ...request, url: `https://${account}.example`, timeout_ms });
  return { psp: account, kind: 'authorize', attempt, timeout_ms };
};
