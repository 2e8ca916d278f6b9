/** How often something was good and how often it was not. */
export type Tally = { readonly ok: number; readonly failed: number };
