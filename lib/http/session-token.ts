import { timingSafeEqual } from 'node:crypto';
import { type ReturnMode, returnModes } from '../types/return-mode.ts';
import { hmacSha256 } from './hmac-sha256.ts';
import type { NamedKey, SessionKeys } from './token-secrets.ts';

type SigningKeys = SessionKeys['signing_keys'];

const form = /^(cs_[0-9a-z]{26})_secret_([a-z0-9]{1,16}?)([A-Za-z0-9_-]{43})$/;

/** `page`: in the address of a session's hosted page, where that may do less than the client secret. */
export type TokenUse = 'client_secret' | 'page';

const mac = (key: Uint8Array, purpose: string, subject: string): string =>
  hmacSha256(key).update(`${purpose}\n${subject}`).digest('base64url');

const matches = (given: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
};

/** `<session id>_secret_<key id><MAC>`: a session's token for this use, always the same for the same key. Undefined if the key no longer exists. */
export const sessionToken = (
  keys: readonly NamedKey[],
  session: string,
  key_id: string,
  use: TokenUse = 'client_secret',
): string | undefined => {
  const signing = keys.find(({ id }) => id === key_id);
  return signing && `${session}_secret_${key_id}${mac(signing.key, use, session)}`;
};

/** Whether a token has the form of a client secret. Does not check its MAC. */
export const isSessionToken = (token: string): boolean => form.test(token);

/** The session that a token belongs to, or undefined if none of our keys signed it for this use. No I/O. */
export const verifySessionToken = (
  keys: SigningKeys,
  token: string,
  use: TokenUse = 'client_secret',
): string | undefined => {
  const [, session, key_id, given] = form.exec(token) ?? [];
  const signing = keys.find(({ id }) => id === key_id);
  if (!session || !given || !signing) return undefined;
  return matches(given, mac(signing.key, use, session)) ? session : undefined;
};

/** The content of a return URL's `state`. `mode`: where the customer goes. */
export type ReturnState = { readonly charge: string; readonly mode: ReturnMode };

/** The signed `state` of a return URL, with the charge that the customer authenticates. */
export const returnState = (keys: SigningKeys, session: string, { charge, mode }: ReturnState): string => {
  const [current] = keys;
  const subject = subjectOf(charge, mode);
  return `${current.id}.${subject}.${mac(current.key, 'return', `${session}\n${subject}`)}`;
};

/** The content of a return state for this session, or undefined if we did not sign it. */
export const verifyReturnState = (
  keys: SigningKeys,
  session: string,
  state: string,
): ReturnState | undefined => {
  const [, key_id, charge = '', named = 'redirect', given = ''] = stateForm.exec(state) ?? [];
  const signing = keys.find(({ id }) => id === key_id);
  const mode = returnModes.find((known) => known === named);
  if (!signing || !mode) return undefined;
  const expected = mac(signing.key, 'return', `${session}\n${subjectOf(charge, mode)}`);
  return matches(given, expected) ? { charge, mode } : undefined;
};

/** Whether a return state has the mode `frame`. Does not check its MAC. */
export const asksForFrame = (state: string): boolean => stateForm.exec(state)?.[3] === 'frame';

const stateForm = /^([^.]+)\.([^.]+)(?:\.(hosted|frame))?\.([^.]+)$/;

const subjectOf = (charge: string, mode: ReturnMode): string =>
  mode === 'redirect' ? charge : `${charge}.${mode}`;
