import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';

export type ByHand = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

export const ok = (body: object): APIGatewayProxyStructuredResultV2 => ({
  statusCode: 200,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/** An id in the service's own form. */
export const newId = (prefix: string): string => {
  let id = `${prefix}_`;
  for (const byte of randomBytes(26)) id += alphabet[byte & 31];
  return id;
};
