/**
 * What the card frame, which is the vault's, may ask of the API from its own origin, and what of the answers it may read. The gateway answers the
 * browser's questions by this; no other origin is let in.
 */
export const frameCors = {
  methods: ['GET', 'POST'],
  headers: ['authorization', 'content-type', 'idempotency-key'],
  exposed: ['retry-after', 'should-retry'],
  max_age_s: 600,
} as const;
