import { randomBytes } from 'node:crypto';
import type { Log } from '../types/ports.ts';
import type { CardLimits, CollectPorts } from '../vault/vault-ports.ts';
import { readVaultSecret, type VaultSecret } from '../vault/vault-secret.ts';
import type { NamedDer } from '../vault-protocol/signed-text.ts';
import { cardStore, deployment } from './card-store.ts';
import { clock } from './clock.ts';
import { requireVariable } from './environment.ts';
import { keyService } from './key-service.ts';
import { newId } from './new-id.ts';
import { cachedSecret } from './secrets.ts';

/**
 * The ports for collecting a card. `GRANT_KEYS` (JSON) verify the router's grants; the vault's own keys are in `VAULT_SECRET`; `CARD_LIMITS` (JSON)
 * limits how many cards it accepts.
 */
export const collectPorts = (log: Log): CollectPorts => ({
  deployment: deployment(),
  cards: cardStore(),
  clock,
  log: log,
  limits: JSON.parse(requireVariable('CARD_LIMITS')) as CardLimits,
  grant_keys: JSON.parse(requireVariable('GRANT_KEYS')) as readonly NamedDer[],
  secrets: vaultSecret,
  keys: keyService,
  newId,
  random: randomBytes,
});

export const vaultSecret = (): Promise<VaultSecret> => {
  secret ??= cachedSecret(requireVariable('VAULT_SECRET'), readVaultSecret);
  return secret();
};

let secret: (() => Promise<VaultSecret>) | undefined;
