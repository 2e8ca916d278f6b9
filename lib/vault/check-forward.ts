import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ForwardRequest } from '../vault-protocol/forward.ts';
import { slotMark } from '../vault-protocol/slots.ts';
import { type AllowedCall, allowedCalls } from './allowed-calls.ts';
import { type Placed, placeCard } from './place-card.ts';
import type { VaultAccount } from './vault-ports.ts';
import { vaultToken } from './vault-token.ts';

const forwardRequest = z.strictObject({
  token: vaultToken,
  cvc_token: z.exactOptional(vaultToken),
  session: z.string(),
  attempt: z.string().check(z.regex(/^ch_[0-9a-z]{26}$/)),
  account: z.string(),
  path: z.string(),
  not_after: z.int(),
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  timeout_ms: z.int().check(z.positive()),
});

/** A request that may be sent once the card is filled in. */
export type Checked = {
  readonly request: Omit<ForwardRequest, 'body'> & { readonly method: 'POST'; readonly body: string };
  readonly call: AllowedCall;
  readonly url: string;
  readonly placed: Placed;
};

/** Why the request was refused, as a word for people and logs; and its token and account, if those are certain. */
export type ForwardRefusal = {
  readonly refused: string;
  readonly of?: Pick<ForwardRequest, 'token' | 'account'>;
};

/** Checks a `ForwardRequest` against the one call in which its account's PSP takes cards. */
export const checkForward = (
  given: unknown,
  accounts: Readonly<Record<string, VaultAccount>>,
): Checked | ForwardRefusal => {
  const read = forwardRequest.safeParse(given);
  if (!read.success) return { refused: 'request_shape' };
  const request = read.data;
  const account = Object.hasOwn(accounts, request.account) ? accounts[request.account] : undefined;
  const call = account && Object.hasOwn(allowedCalls, account.psp) ? allowedCalls[account.psp] : undefined;
  if (account === undefined || call === undefined) return { refused: 'account' };
  const { token, account: id, headers } = request;
  const refuse = (refused: string): ForwardRefusal => ({ refused, of: { token, account: id } });
  const { method } = call;
  if (request.method !== method) return refuse('method');
  if (!call.path.test(request.path)) return refuse('path');
  const wrong = wrongHeader(headers, call);
  if (wrong) return refuse(wrong);
  if (!call.key.held && !isPinnedKey(headers[call.key.header] ?? '', call.key.before, account))
    return refuse('key');
  const placed = placeCard(request.body, request.attempt, call);
  if ('refused' in placed) return refuse(placed.refused);
  if (!isPinned(call, account, headers, placed)) return refuse('setting');
  return { request: { ...request, method }, call, url: account.base_url + request.path, placed };
};

const wrongHeader = (
  headers: Readonly<Record<string, string>>,
  { headers: required, optional = [], key, content_type }: AllowedCall,
): string | undefined => {
  const all = [...required, 'content-type', key.header];
  const known = [...all, ...optional];
  const entries = Object.entries(headers);
  if (entries.some(([name]) => !known.includes(name)) || all.some((name) => !Object.hasOwn(headers, name)))
    return 'headers';
  if (headers['content-type'] !== content_type) return 'content_type';
  // Visible ASCII and spaces only: nothing that could end a header.
  return entries.some(([, value]) => !/^[\x20-\x7e]{1,1024}$/.test(value) || value.includes(slotMark))
    ? 'header_value'
    : undefined;
};

const isPinnedKey = (value: string, before: string, { key_hashes }: VaultAccount): boolean =>
  value.startsWith(before) &&
  key_hashes.includes(createHash('sha256').update(value.slice(before.length)).digest('hex'));

const isPinned = (
  { pinned }: AllowedCall,
  { settings }: VaultAccount,
  headers: Readonly<Record<string, string>>,
  placed: Placed,
): boolean => {
  if (pinned === undefined) return true;
  const named = pinned.header === undefined ? placed.text(pinned.place ?? '') : headers[pinned.header];
  return named === settings[pinned.setting];
};
