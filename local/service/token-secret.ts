import { randomBytes } from 'node:crypto';
import { keyPurposes, newTokenParts, type TokenParts, type WholeSecret } from '../../lib/http/token-parts.ts';
import { newSigningKey } from '../../lib/runtime/signing-keys.ts';
import type { SecretsManager } from '../aws/secrets-manager.ts';
import { tokensSecretId } from './function-environment.ts';

/** Fills in the parts of the signing secret that are missing: new ones, or those of a stored secret from before its keys were kept apart. */
export const fillTokenSecret = ({ read, rotate }: SecretsManager): void => {
  const whole = read(tokensSecretId);
  const make = { secret: () => randomBytes(32).toString('base64'), signing: newSigningKey };
  const parts = newTokenParts(make, whole === undefined ? undefined : (JSON.parse(whole) as WholeSecret));
  for (const purpose of keyPurposes)
    if (read(partId(purpose)) === undefined) rotate(partId(purpose), JSON.stringify(parts[purpose]));
};

/** The router's keys that sign grants, newest first. */
export const grantKeysOf = ({ read }: SecretsManager) =>
  (JSON.parse(read(partId('sessions')) ?? '{}') as Partial<TokenParts['sessions']>).grant_keys ?? [];

const partId = (purpose: keyof TokenParts): string => `${tokensSecretId}#${purpose}`;
