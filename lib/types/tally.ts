export type Tally = { readonly ok: number; readonly failed: number };
