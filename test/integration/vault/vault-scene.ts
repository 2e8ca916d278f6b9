import { newId } from '../../../lib/runtime/new-id.ts';
import { signedCall } from '../../../lib/runtime/signed-call.ts';
import { newSigningKey } from '../../../lib/runtime/signing-keys.ts';
import { createTransport } from '../../../lib/runtime/transport.ts';
import type { HttpResponse, HttpTransport } from '../../../lib/types/transport.ts';
import type { ForwardRequest, ForwardResponse, ManageRequest } from '../../../lib/vault-protocol/forward.ts';
import { type Grant, signGrant } from '../../../lib/vault-protocol/grant.ts';
import { attemptInSlots } from '../../../lib/vault-protocol/slots.ts';
import type { LocalPsp } from '../../../local/psp/start-psps.ts';
import { startVault } from '../../../local/vault/start-vault.ts';

import { credentials } from '../storage/start-dynamodb.ts';

export type VaultScene = Awaited<ReturnType<typeof vaultScene>>;

const grantKey = newSigningKey('g1');
export const card = { number: '4000056655665556', exp_month: 12, exp_year: 2030, cvc: '862' } as const;

/** The vault's own process, and the router's side of it in a few lines. */
export const vaultScene = async (psps: Readonly<Record<string, LocalPsp>>, dataDir?: string) => {
  const logged: string[] = [];
  const { accessKeyId, secretAccessKey } = credentials;
  Object.assign(process.env, {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_REGION: 'us-east-1',
  });
  const { vault, close } = await startVault({
    base_url: 'http://127.0.0.1:1',
    psps,
    grant_keys: [grantKey],
    credentials,
    dataDir,
    log: (line) => void logged.push(line),
  });
  const invoke = async (name: string, event: unknown) => {
    const answer = await signedCall({
      service: 'lambda',
      endpoint_url: vault.endpoint_url,
      path: `/2015-03-31/functions/${name}/invocations`,
      headers: {},
      body: JSON.stringify(event),
      timeout_ms: 60_000,
    });
    if (answer.kind !== 'answered') throw new Error(answer.kind);
    return {
      status: answer.status,
      failed: answer.headers['x-amz-function-error'] ?? null,
      json: JSON.parse(answer.body) as unknown,
    };
  };
  const forward = async (request: ForwardRequest): Promise<ForwardResponse> =>
    (await invoke('forward', request)).json as ForwardResponse;
  const grantOf = (session: string, change: Partial<Grant> = {}): string => {
    const expires = Math.floor(Date.now() / 1000) + 1800;
    return signGrant({ merchant: vault.merchant, mode: 'test', session, expires, ...change }, grantKey);
  };
  const collect = async (bearer: string | undefined, body: unknown = { card }) => {
    const answer = await fetch(`${vault.url}/v1/cards`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, json: JSON.parse(text) };
  };
  const collected = async (session: string): Promise<string> => (await collect(grantOf(session))).json.token;
  const http = createTransport();
  /** A PSP's transport: what holds slots goes through the vault. */
  const through =
    (account: string, base_url: string, bound: { readonly token: string; readonly session: string }) =>
    async (request: Parameters<HttpTransport>[0]): Promise<HttpResponse> => {
      const attempt = attemptInSlots(request.body ?? '');
      if (attempt === undefined) return http(request);
      const { url, ...rest } = request;
      const path = url.slice(base_url.length);
      const not_after = Date.now() + request.timeout_ms;
      const answer = await forward({ ...rest, ...bound, attempt, account, path, not_after });
      if (answer.kind === 'refused') throw new Error(`refused: ${answer.cause}`);
      return answer;
    };
  return {
    vault,
    close,
    logged,
    invoke,
    forward,
    manage: (action: ManageRequest['action'], token: string) => invoke('manage', { action, token }),
    grantOf,
    collect,
    collected,
    through,
    newSession: () => newId('cs'),
    newAttempt: () => newId('ch'),
  };
};
