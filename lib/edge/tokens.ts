import { parseTokenSecrets, type TokenSecrets } from '../http/token-secrets.ts';
import { required } from './environment.ts';
import { cachedSecret } from './secrets.ts';

/** The keys that sign tokens and derive idempotency ids (`TOKENS_SECRET`). */
export const tokens = (): Promise<TokenSecrets> => {
  secret ??= cachedSecret(required('TOKENS_SECRET'), parseTokenSecrets);
  return secret();
};

let secret: (() => Promise<TokenSecrets>) | undefined;
