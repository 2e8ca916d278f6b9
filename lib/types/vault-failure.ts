import type { Outcome } from './outcome.ts';

/** Why nothing was sent: the vault could not be reached, or refused to send this. */
export const vaultFailures = ['vault_unavailable', 'vault_refused'] as const;

export type VaultFailure = (typeof vaultFailures)[number];

/** The vault failure that ended an attempt. It says nothing about the PSP, which was not called; another PSP would need the vault, too. */
export const vaultFailureOf = ({
  outcome,
  code,
}: {
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string | undefined;
}): VaultFailure | undefined =>
  outcome === 'not_sent' ? vaultFailures.find((failure) => failure === code) : undefined;
