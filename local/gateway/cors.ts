import type { IncomingMessage, ServerResponse } from 'node:http';
import { frameCors } from '../../lib/http/vault-cors.ts';

/**
 * API Gateway's CORS for one origin: adds the headers that its browser needs to every answer, and answers preflight requests (`OPTIONS`) itself. True
 * if the request is answered.
 */
export const answerCors = (
  { method, headers }: IncomingMessage,
  response: ServerResponse,
  allowed: string | undefined,
): boolean => {
  const { origin } = headers;
  if (allowed === undefined || origin !== allowed) return false;
  response.setHeader('access-control-allow-origin', allowed);
  response.setHeader('access-control-expose-headers', frameCors.exposed.join(','));
  if (method !== 'OPTIONS' || headers['access-control-request-method'] === undefined) return false;
  response.writeHead(204, {
    'access-control-allow-methods': frameCors.methods.join(','),
    'access-control-allow-headers': frameCors.headers.join(','),
    'access-control-max-age': String(frameCors.max_age_s),
  });
  response.end();
  return true;
};
