import { randomFillSync } from 'node:crypto';

const pool = Buffer.alloc(4096);
let used = pool.length;

/** `length` characters of `alphabet`. Not seeded: a PSP that restarts must never issue an id twice. */
export const randomId = (length: number, alphabet: string): string => {
  let id = '';
  for (let index = 0; index < length; index++) id += alphabet[nextByte() % alphabet.length];
  return id;
};

export const alphanumeric = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

const nextByte = (): number => {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  return pool.readUInt8(used++);
};
