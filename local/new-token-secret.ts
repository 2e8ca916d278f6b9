import { randomBytes } from 'node:crypto';
import { newSigningKey } from '../lib/edge/signing-keys.ts';

/** A fresh secret for client secrets, idempotency, card fingerprints and the vault's grants, as the functions read it from Secrets Manager. */
export const newTokenSecret = (): string =>
  JSON.stringify({
    signing_keys: [{ id: 'k1', secret: random() }],
    idempotency_secret: random(),
    request_keys: [{ id: 'r1', secret: random() }],
    fingerprint_secret: random(),
    grant_keys: [newSigningKey('g1')],
  });

const random = () => randomBytes(32).toString('base64');
