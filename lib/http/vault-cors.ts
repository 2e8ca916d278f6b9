/**
 * What the vault's card frame may ask of the API from its own origin, and what it may read of the answers. The gateway answers preflight requests
 * from this; no other origin is allowed.
 */
export const frameCors = {
  methods: ['GET', 'POST'],
  headers: ['authorization', 'content-type', 'idempotency-key'],
  exposed: ['retry-after', 'should-retry'],
  max_age_s: 600,
} as const;
