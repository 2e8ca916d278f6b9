/** Only a web address is followed, or shown as one. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url);
