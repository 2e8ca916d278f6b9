import { parseJson, textAt } from '../psp/json.ts';
import type { HttpTransport } from '../types/transport.ts';

const timeout_ms = 10_000;

/**
 * Posts an empty object without a token or signature, which the service refuses before it reads or stores anything. Undefined if the service itself
 * refuses; otherwise what was received instead, such as `answers 502`.
 */
export const insteadOfService = async (url: string, http: HttpTransport): Promise<string | undefined> => {
  const response = await http({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: '{}',
    timeout_ms,
  });
  if (response.kind !== 'answered') return `does not answer (${response.cause})`;
  return isOurRefusal(response) ? undefined : `answers ${response.status}`;
};

const isOurRefusal = ({ status, body }: { readonly status: number; readonly body: string }): boolean =>
  (status === 400 || status === 401) && textAt(parseJson(body), 'error', 'request_id') !== undefined;
