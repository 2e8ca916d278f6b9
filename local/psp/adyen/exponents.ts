/** Digits that Adyen writes after the decimal point, if they differ from ISO 4217. */
export const exponents: Readonly<Record<string, number>> = { clp: 2, isk: 2, cve: 0, idr: 0 };
