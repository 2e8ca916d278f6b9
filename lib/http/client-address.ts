import { addressGroup } from './address-group.ts';
import type { Call } from './call.ts';
import { cameThroughFront } from './came-through-front.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { RecordKeys } from './token-secrets.ts';

/** Set by the distribution in front to the address that it sees; it overwrites any value from the client. */
export const clientAddressHeader = 'true-client-ip';

/** Confirms that an address may make in an hour. In test mode, everybody's tests come from a few addresses. */
const confirmsPerHour = { live: 100, test: 10_000 } as const;

/** The client's address: the front's header if the call came through the front, otherwise the address that the gateway sees. */
export const clientAddress = (
  { headers, client_ip }: Pick<Call, 'headers' | 'client_ip'>,
  originProofs: readonly string[],
): string => {
  const isFromFront = originProofs.length > 0 && cameThroughFront(headers, originProofs);
  return (isFromFront ? headers[clientAddressHeader] : undefined) ?? client_ip;
};

/** The limit for a browser's confirms; undefined for an API key, which comes from the merchant's own server. */
export const addressLimit = (
  { view }: Pick<Call, 'view'>,
  address: string,
  { fingerprint_key }: Pick<RecordKeys, 'fingerprint_key'>,
  livemode: boolean,
): { readonly id: string; readonly max: number } | undefined =>
  view === 'full'
    ? undefined
    : {
        id: hmacSha256(fingerprint_key)
          .update(`address\n${addressGroup(address)}`)
          .digest('base64url'),
        max: confirmsPerHour[livemode ? 'live' : 'test'],
      };
