/**
 * A try of a payment link, counted once per confirm, however many attempts it makes. `by`: the group of addresses that it came from, one of 4,096, so
 * that it identifies nobody. `refused`: an issuer refused an earlier attempt.
 */
export type LinkTry = { readonly id: string; readonly by?: string; readonly refused?: true };
