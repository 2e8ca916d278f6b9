/** What may change in our own vault, as a value: it holds one card. `answered`: the attempt that its issuer has answered first. */
export type VaultState = { readonly has_code: boolean; readonly answered: string | null };

export const newVault: VaultState = { has_code: true, answered: null };
