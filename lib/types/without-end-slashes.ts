/** An address without the slashes at its end, so that a path can follow. */
export const withoutEndSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
