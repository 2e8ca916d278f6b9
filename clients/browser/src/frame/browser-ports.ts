import { browserData } from './browser-data.ts';
import type { ConfirmPorts } from './confirm-session.ts';
import type { Exchange } from './exchange.ts';

/** Longer than the service's own limit for an answer. */
export const timeout_ms = 35_000;

/**
 * The service's origin, if the vault serves this document; empty if the service does. The document's policy lets its script connect only to these
 * two.
 */
export const service = document.querySelector<HTMLMetaElement>('meta[name="service"]')?.content ?? '';

/** Connects to the service, and to the vault if it serves this document. */
export const browserPorts: ConfirmPorts = {
  now: () => performance.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  newKey: () => crypto.randomUUID(),
  browser: browserData,
  exchange: async (request): Promise<Exchange> => {
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), timeout_ms);
    try {
      const response = await fetch((request.at ? '' : service) + request.path, {
        method: request.body ? 'POST' : 'GET',
        headers: {
          authorization: `Bearer ${request.token}`,
          ...(request.body && { 'content-type': 'application/json' }),
          ...(request.key && { 'idempotency-key': request.key }),
        },
        ...(request.body && { body: JSON.stringify(request.body) }),
        cache: 'no-store',
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        signal: aborter.signal,
      });
      return {
        status: response.status,
        // Whatever came, an object.
        body: Object(await bodyOf(response)),
        retry_after_s: Number(response.headers.get('retry-after')) || 0,
        should_retry: response.headers.get('should-retry') !== 'false',
      };
    } catch {
      return 'lost';
    } finally {
      clearTimeout(timer);
    }
  },
};

/** A firewall's 429 has no body: nothing was done all the same. Any other body that cannot be read may have been cut off. */
const bodyOf = (response: Response): Promise<unknown> =>
  response.status === 429 ? response.json().catch(() => undefined) : response.json();
