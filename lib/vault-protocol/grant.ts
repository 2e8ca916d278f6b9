import * as z from 'zod/mini';
import { type NamedDer, signText, verifyText } from './signed-text.ts';

/** The router's permission for the vault to take a card, for one session, until `expires` (Unix seconds). */
export type Grant = {
  readonly merchant: string;
  readonly mode: 'test' | 'live';
  readonly session: string;
  readonly expires: number;
};

const grant = z.strictObject({
  merchant: z.string(),
  mode: z.enum(['test', 'live']),
  session: z.string(),
  expires: z.int(),
});

/** `vg_…`, a bearer token for the vault. */
export const signGrant = (content: Grant, key: NamedDer): string => signText('vg', content, key);

/** Undefined if none of these keys signed it or it has expired. `now`: Unix milliseconds. */
export const verifyGrant = (signed: string, keys: readonly NamedDer[], now: number): Grant | undefined => {
  const read = grant.safeParse(verifyText('vg', signed, keys));
  return read.success && now < read.data.expires * 1000 ? read.data : undefined;
};
