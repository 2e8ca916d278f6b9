import * as z from 'zod/mini';
import { defined } from '../types/defined.ts';
import { type Secret, secret } from '../types/secret.ts';
import type { HttpAnswer } from '../types/transport.ts';
import { type BasisTheory, basisTheory } from '../vault/basis-theory.ts';
import type { CloseRequest, ForwardRequest, ManageAnswer, ManageRequest, Vault } from '../vault/forward.ts';
import { payloadOf, readInvocation } from '../vault/read-invocation.ts';
import { clock } from './clock.ts';
import { cachedSecret } from './secrets.ts';
import { signedCall } from './signed-call.ts';
import { createTransport } from './transport.ts';

const settings = z.lazy(() => {
  const text = z.string();
  return z.strictObject({
    merchant: text,
    url: text,
    forward: text,
    manage: text,
    receipt_keys: z.array(z.strictObject({ id: text, key: text })),
    endpoint_url: z.exactOptional(text),
  });
});

/**
 * How to reach this environment's vault. `url`: its origin, as browsers see it. `forward`, `manage`: names or ARNs of its functions. `receipt_keys`
 * verify its receipts. `endpoint_url` replaces AWS Lambda's.
 */
export type VaultSettings = z.output<typeof settings>;

/** A vendor's vault instead. `proxies`: as in `BasisTheorySettings`. `secret`: the id of a secret with `{"vault":{"api_key"}}`. */
const vendorSettings = z.lazy(() =>
  z.strictObject({
    vendor: z.literal('basis_theory'),
    url: z.string(),
    proxies: z.record(z.string(), z.string()),
    secret: z.string(),
  }),
);

/** Reads `VAULT`, as JSON. Undefined if this environment has no vault of our own. Throws for anything else. */
export const vaultSettings = (): VaultSettings | undefined => {
  const found = given();
  return found && !('vendor' in found) ? found : undefined;
};

const given = (): VaultSettings | z.output<typeof vendorSettings> | undefined => {
  if (!read) {
    const text = process.env.VAULT ?? '';
    read = { settings: text === '' ? undefined : parse(JSON.parse(text)) };
  }
  return read.settings;
};

const parse = (value: object | null) =>
  (value !== null && Object.hasOwn(value, 'vendor') ? vendorSettings : settings).parse(value);

let read: { readonly settings: ReturnType<typeof given> } | undefined;

/** The vault that `VAULT` names. */
export const vault = (): Vault | undefined => {
  const known = vaultSettings();
  bound ??= known ? connectVault(known) : vendorVault();
  return bound;
};

let bound: Vault | undefined;

/** The vendor's vault of `VAULT`, if it names one. */
export const vendorVault = (): BasisTheory | undefined => {
  const found = given();
  if (!found || !('vendor' in found)) return undefined;
  boundToVendor ??= basisTheory(
    { url: found.url, proxies: found.proxies, api_key: cachedSecret(found.secret, apiKeyIn) },
    createTransport(),
    clock.now,
  );
  return boundToVendor;
};

let boundToVendor: BasisTheory | undefined;

const apiKeyIn = (json: string): Secret => {
  const { vault: own } = JSON.parse(json) as { readonly vault?: { readonly api_key?: unknown } };
  if (typeof own?.api_key === 'string') return secret(own.api_key);
  throw new Error('vault.api_key is missing.');
};

/** Short: no customer waits while a security code or a card is deleted. */
const manage_ms = 1_500;

/** Calls the vault's functions by direct invocation. Each call is one invocation and is never repeated here. */
export const connectVault = ({
  forward,
  manage,
  endpoint_url,
}: Pick<VaultSettings, 'forward' | 'manage' | 'endpoint_url'>): Vault => {
  const invoke = (name: string, payload: object, timeout_ms: number): Promise<HttpAnswer> =>
    signedCall({
      service: 'lambda',
      path: `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
      headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'RequestResponse' },
      body: JSON.stringify(payload),
      timeout_ms,
      ...defined({ endpoint_url }),
    });
  const managed = async (request: ManageRequest | CloseRequest): Promise<ManageAnswer> => {
    const answer = await invoke(manage, request, manage_ms);
    const read = manageAnswer.safeParse(payloadOf(answer));
    if (read.success) return read.data;
    throw new Error(`The vault was not asked: ${answer.kind === 'answered' ? answer.status : answer.cause}.`);
  };
  return {
    forward: async (request: ForwardRequest) =>
      readInvocation(await invoke(forward, request, request.timeout_ms)),
    manage: managed,
    close: async (session) => void (await managed({ action: 'close', session })),
  };
};

const manageAnswer = z.lazy(() => z.object({ kind: z.enum(['done', 'unknown_token']) }));
