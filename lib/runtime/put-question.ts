import { defined } from '../types/defined.ts';
import type { Question } from '../types/examination.ts';
import type { HttpResponse, HttpTransport } from '../types/transport.ts';
import { withoutEndSlashes } from '../types/without-end-slashes.ts';

const timeout_ms = 10_000;

/** Sends one request to an account's PSP, at the account's own address unless the request has another. */
export const putQuestion = (
  http: HttpTransport,
  account: { readonly base_url: string },
  { method = 'GET', path, headers, body, base_url = account.base_url }: Question,
): Promise<HttpResponse> =>
  http({
    method,
    url: `${withoutEndSlashes(base_url)}${path}`,
    headers: { accept: 'application/json', ...headers },
    ...defined({ body }),
    timeout_ms,
  });
