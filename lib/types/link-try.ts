/**
 * A try with a payment link, as it is counted: once for a confirm, whatever the number of its attempts. `by`: the group of addresses that it was made
 * from, one of 4,096, which tells nobody's. `refused`: an issuer has refused an earlier attempt.
 */
export type LinkTry = { readonly id: string; readonly by?: string; readonly refused?: true };
