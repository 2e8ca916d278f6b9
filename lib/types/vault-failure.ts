import type { Outcome } from './outcome.ts';

/** Why nothing was sent: the vault could not be asked, or it refused to send this. */
export const vaultFailures = ['vault_unavailable', 'vault_refused'] as const;

export type VaultFailure = (typeof vaultFailures)[number];

/** The failure of the vault that ended an attempt. It says nothing of the PSP, which was never asked; another one needs the vault just as much. */
export const vaultFailureOf = ({
  outcome,
  code,
}: {
  readonly outcome: Outcome | 'canceled' | 'absent' | null;
  readonly code?: string | undefined;
}): VaultFailure | undefined =>
  outcome === 'not_sent' ? vaultFailures.find((failure) => failure === code) : undefined;
