import { randomFillSync } from 'node:crypto';
import { base32 } from '../types/base32.ts';
import type { NewId } from '../types/ports.ts';

const idBytes = 16;

/** Requesting 1 KiB from the system takes hardly longer than requesting the bytes of one id. */
const random = new Uint8Array(64 * idBytes);
let used = random.length;

export const newId: NewId = (prefix) => {
  if (used === random.length) {
    randomFillSync(random);
    used = 0;
  }
  const start = used;
  used += idBytes;
  return `${prefix}_${base32(random.subarray(start, used))}`;
};
