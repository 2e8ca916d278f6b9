import { randomBytes } from 'node:crypto';
import { base32 } from '../types/base32.ts';
import type { NewId } from '../types/ports.ts';

export const newId: NewId = (prefix) => `${prefix}_${base32(randomBytes(16))}`;
