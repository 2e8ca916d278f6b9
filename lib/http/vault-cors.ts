/**
 * The requests that the vault's card frame may make to the API from its own origin, and the response headers it may read. The gateway answers
 * preflight requests from this; no other origin is allowed.
 */
export const frameCors = {
  methods: ['GET', 'POST'],
  headers: ['authorization', 'content-type', 'idempotency-key'],
  exposed: ['retry-after', 'should-retry'],
  max_age_s: 600,
} as const;
