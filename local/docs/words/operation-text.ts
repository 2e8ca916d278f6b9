import type * as z from 'zod/mini';
import type { ErrorCode } from '../../../lib/types/error-codes.ts';
import type { RequestBody } from './request-body.ts';

export type Tag =
  | 'Checkout sessions'
  | 'Charges'
  | 'Events'
  | 'Routing rules'
  | 'Payment methods'
  | 'Webhooks'
  | 'Browsers and PSPs';

/** The parameters that an endpoint checks, and what each of them means. */
export type QueryText = {
  readonly schema: z.core.$ZodType;
  readonly words: Readonly<Record<string, string>>;
};

/** What the document says of one route besides its method, path, token and scope. */
export type OperationText = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** What each parameter of the path is. */
  readonly path?: Readonly<Record<string, string>>;
  /** What the query may hold. */
  readonly query?: QueryText;
  readonly body?: RequestBody;
  /** Its answer has an `ETag`, or it takes one in `If-Match`. */
  readonly etag?: 'answered' | 'taken';
  /** Names of schemas. An API key is answered the first. */
  readonly answers: readonly string[] | 'nothing' | 'redirect';
  /** Besides those that every operation of its kind has: token, body, idempotency key, storage. */
  readonly errors: readonly ErrorCode[];
};
