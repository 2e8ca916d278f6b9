import { createHmac } from 'node:crypto';
import type { Call } from './call.ts';

/** Set by the distribution in front, from the connection it sees; whatever a client sends under this name is overwritten there. */
const header = 'true-client-ip';

/** Confirms an address may make in an hour. In test mode everybody's tests come from few addresses. */
const confirmsPerHour = { live: 100, test: 10_000 } as const;

/** The client's address, for PSPs that ask for it. */
export const clientAddress = ({ headers, client_ip }: Pick<Call, 'headers' | 'client_ip'>): string =>
  headers[header] ?? client_ip;

/** The limit a browser's confirms count against: a session token comes from a customer, an API key from the merchant's own server. */
export const addressLimit = (
  call: Pick<Call, 'headers' | 'client_ip' | 'view' | 'tokens'>,
  livemode: boolean,
): { readonly id: string; readonly max: number } | undefined =>
  call.view === 'full'
    ? undefined
    : {
        id: createHmac('sha256', call.tokens.fingerprint_key)
          .update(`address\n${clientAddress(call)}`)
          .digest('base64url'),
        max: confirmsPerHour[livemode ? 'live' : 'test'],
      };
