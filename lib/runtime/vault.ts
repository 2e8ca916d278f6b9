import * as z from 'zod/mini';
import { defined } from '../types/defined.ts';
import { type Secret, secret } from '../types/secret.ts';
import type { HttpResponse } from '../types/transport.ts';
import { type BasisTheory, basisTheory } from '../vault-protocol/basis-theory.ts';
import type {
  CloseRequest,
  ForwardRequest,
  ManageRequest,
  ManageResponse,
  Vault,
} from '../vault-protocol/forward.ts';
import { payloadOf, readInvocation } from '../vault-protocol/read-invocation.ts';
import { clock } from './clock.ts';
import { cachedSecret } from './secrets.ts';
import { signedCall } from './signed-call.ts';
import { createTransport } from './transport.ts';
import { givenVault, type VaultSettings, vaultSettings } from './vault-settings.ts';

export const vault = (): Vault | undefined => {
  const known = vaultSettings();
  bound ??= known ? connectVault(known) : vendorVault();
  return bound;
};

let bound: Vault | undefined;

/** The vendor's vault in `VAULT`, if it is one. */
export const vendorVault = (): BasisTheory | undefined => {
  const found = givenVault();
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

/** Milliseconds. Short: no customer should wait for the deletion of a security code or a card. */
const manage_ms = 1_500;

/** Calls the vault's functions by direct invocation. Each call is one invocation and is never repeated here. */
export const connectVault = ({
  forward,
  manage,
  endpoint_url,
}: Pick<VaultSettings, 'forward' | 'manage' | 'endpoint_url'>): Vault => {
  const invoke = (name: string, payload: object, timeout_ms: number): Promise<HttpResponse> =>
    signedCall({
      service: 'lambda',
      path: `/2015-03-31/functions/${encodeURIComponent(name)}/invocations`,
      headers: { 'content-type': 'application/json', 'x-amz-invocation-type': 'RequestResponse' },
      body: JSON.stringify(payload),
      timeout_ms,
      ...defined({ endpoint_url }),
    });
  const managed = async (request: ManageRequest | CloseRequest): Promise<ManageResponse> => {
    const response = await invoke(manage, request, manage_ms);
    const read = manageResponse.safeParse(payloadOf(response));
    if (read.success) return read.data;
    throw new Error(
      `The vault was not asked: ${response.kind === 'answered' ? response.status : response.cause}.`,
    );
  };
  return {
    forward: async (request: ForwardRequest) =>
      readInvocation(await invoke(forward, request, request.timeout_ms)),
    manage: managed,
    close: async (session) => void (await managed({ action: 'close', session })),
  };
};

const manageResponse = z.lazy(() => z.object({ kind: z.enum(['done', 'unknown_token']) }));
