import type * as z from 'zod/mini';
import type { ErrorCode } from '../../../lib/types/error-codes.ts';
import type { RequestBody } from './request-body.ts';

export type Tag =
  | 'Checkout sessions'
  | 'Payment links'
  | 'Charges'
  | 'Events'
  | 'Routing rules'
  | 'Payment methods'
  | 'Numbers'
  | 'Exports'
  | 'API keys'
  | 'Webhooks'
  | 'Browsers and PSPs';

/** The parameters that an endpoint checks, and their meanings. */
export type QueryText = {
  readonly schema: z.core.$ZodType;
  readonly descriptions: Readonly<Record<string, string>>;
};

/** The document's text about one route, besides its method, path, token and scope. */
export type OperationText = {
  readonly tag: Tag;
  readonly summary: string;
  readonly description: string;
  /** The meaning of each path parameter. */
  readonly path?: Readonly<Record<string, string>>;
  /** The parameters of the query. */
  readonly query?: QueryText;
  readonly body?: RequestBody;
  /** Its answer has an `ETag`, or it accepts one in `If-Match`. */
  readonly etag?: 'answered' | 'taken';
  /** Names of schemas. An API key gets the first. */
  readonly answers: readonly string[] | 'nothing' | 'redirect';
  /** Errors besides those that every operation of its kind has: token, body, idempotency key, storage. */
  readonly errors: readonly ErrorCode[];
};
