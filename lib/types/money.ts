/** An amount in the currency's ISO 4217 minor unit (integer, 1 … 999999999) and a lowercase ISO 4217 code. */
export type Money = { readonly amount: number; readonly currency: string };

export const maxAmount = 999_999_999;
