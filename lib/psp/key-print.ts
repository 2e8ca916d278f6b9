import { createHash } from 'node:crypto';

/** Identifies an account's API key without revealing it. */
export const keyPrint = (account: string, api_key: string): string =>
  createHash('sha256')
    .update(JSON.stringify([account, api_key]))
    .digest('base64url')
    .slice(0, 12);
