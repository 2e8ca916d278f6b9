import { hmacSha256 } from './hmac-sha256.ts';
import type { RecordKeys } from './token-secrets.ts';

/** Identifies a customer's email address in look-ups of sessions, whatever its case: a keyed HMAC. */
export const emailFingerprint = (
  { fingerprint_key }: Pick<RecordKeys, 'fingerprint_key'>,
  email: string,
): string =>
  hmacSha256(fingerprint_key)
    .update(JSON.stringify(['customer_email', email.toLowerCase()]))
    .digest('base64url');
