import { type ErrorCode, errorCodes } from './error-codes.ts';
import type { Session } from './session.ts';

export type ApiErrorDetails = {
  /** The invalid field, such as `targets[1].weight`. */
  readonly param?: string;
  readonly decline_code?: string;
  /** A sentence shown to API keys only: a customer's browser must not learn the plan. */
  readonly for_merchant?: string;
  /** Methods that the path accepts, for `method_not_allowed`. */
  readonly allow?: readonly string[];
  readonly retry_after?: number;
  readonly session?: Session;
  /** Where to send the customer, if the payment in progress waits for them. */
  readonly next_action?: string;
  /** The store did not respond at all. */
  readonly unreachable?: true;
  readonly cause?: unknown;
};

/** The service's only exception class. `message` is shown to the caller: what was wrong, expected and received, never a secret. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'ApiError';
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** The store did not respond in time. A write may still have been stored. */
export const isStorageDown = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'storage_unavailable';

/** Of the errors above, one that is about the store itself, not about this record or those who change it. */
export const isStorageUnreachable = (error: unknown): boolean =>
  error instanceof ApiError && error.details.unreachable === true;
