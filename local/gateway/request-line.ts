import type { AnsweredRequest } from './create-gateway.ts';

/** The user agent of the pages' own servers for calls that no person requested. */
export const watchingAgent = 'payment-routing-pages';

/** The terminal line for a request; undefined unless a person caused it. Pages, their polling and the PSPs' webhooks are automatic. */
export const requestLine = (answered: AnsweredRequest): string | undefined => {
  if (!isByPerson(answered)) return undefined;
  const { method, path, status, duration_ms } = answered;
  // The caller chooses the path: it must not write its own lines or move the cursor.
  const shown = path.replace(/\p{Cc}/gu, encodeURIComponent);
  return `${status} ${method} ${shown} ${duration_ms.toFixed(1)} ms\n`;
};

const isByPerson = ({ method, path, headers }: AnsweredRequest): boolean => {
  if (/^\/($|favicon\.ico$|(shop|demo|console|fields|docs|v1\/webhooks|v1\/console)(\/|$))/.test(path))
    return false;
  if (headers['user-agent'] === watchingAgent) return false;
  // A script in a page reads repeatedly; a person who opens an address requests a document.
  return method !== 'GET' || headers['sec-fetch-dest'] !== 'empty';
};
