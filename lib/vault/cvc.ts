/** PCI DSS 3.3: not after authorization. The router deletes it earlier; this limit is for when it cannot. Seconds. */
export const cvcKept_s = 15 * 60;

export const isCvc = (text: string): boolean => /^\d{3,4}$/.test(text);
