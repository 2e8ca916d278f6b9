/** 128 random bits. */
export const randomId = (): string => crypto.getRandomValues(new Uint32Array(4)).join('-');
