import { lookup as systemLookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { isPublicAddress, literalAddress } from '../types/public-address.ts';
import type { HttpTransport } from '../types/transport.ts';
import { createTransport } from './transport.ts';

type Options = {
  /** For a developer's machine only: private addresses are allowed too. */
  readonly anyAddress: boolean;
  readonly lookup?: LookupFunction;
};

/**
 * The transport to merchants' addresses. A private address is `not_sent` with the cause `address_not_public`, and no connection is made. The socket
 * uses exactly the addresses that were checked, so changing the name in between (DNS rebinding) has no effect. A redirect is a response like any
 * other.
 */
export const createWebhookTransport = ({ anyAddress, lookup = systemLookup }: Options): HttpTransport => {
  if (anyAddress) return createTransport({ lookup });
  const http = createTransport({ lookup: publicOnly(lookup) });
  return async (request) => {
    // A literal address needs no DNS look-up.
    const literal = literalAddress(new URL(request.url));
    return literal !== undefined && !isPublicAddress(literal)
      ? { kind: 'not_sent', cause: notPublic }
      : http(request);
  };
};

const notPublic = 'address_not_public';

/** Refuses a host name if any of its addresses is not public. */
const publicOnly =
  (lookup: LookupFunction): LookupFunction =>
  (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found];
      if (error === null && !addresses.every(isPublicAddress))
        callback(Object.assign(new Error(notPublic), { code: notPublic }), [], family);
      else callback(error, found, family);
    });
