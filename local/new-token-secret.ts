import { randomBytes } from 'node:crypto';

/** A fresh secret for client secrets, idempotency and card fingerprints, as the functions read it from Secrets Manager. */
export const newTokenSecret = (): string =>
  JSON.stringify({
    signing_keys: [{ id: 'k1', secret: random() }],
    idempotency_secret: random(),
    request_keys: [{ id: 'r1', secret: random() }],
    fingerprint_secret: random(),
  });

const random = () => randomBytes(32).toString('base64');
