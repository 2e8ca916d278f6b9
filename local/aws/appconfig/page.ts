import type { WireAnswer } from '../wire.ts';
import { badRequest } from './state.ts';

/** `max_results` (1 … 50, default 50) items starting at `next_token`. */
export const page = (items: readonly unknown[], query: URLSearchParams): WireAnswer => {
  const size = Number(query.get('max_results') ?? 50);
  if (!Number.isInteger(size) || size < 1 || size > 50) throw badRequest('MaxResults is 1 to 50');
  const token = query.get('next_token');
  const from = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString());
  if (!Number.isInteger(from) || from < 0) throw badRequest('NextToken is not one of ours');
  const next = from + size;
  const NextToken = next < items.length ? Buffer.from(String(next)).toString('base64url') : undefined;
  return { status: 200, body: JSON.stringify({ Items: items.slice(from, next), NextToken }) };
};
