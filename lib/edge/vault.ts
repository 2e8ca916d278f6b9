import * as z from 'zod/mini';
import type { HttpAnswer } from '../types/transport.ts';
import type { Forwarded, ForwardRequest, ManageRequest, Vault } from '../vault/forward.ts';
import { signedCall } from './signed-call.ts';

const namedDer = z.strictObject({ id: z.string(), key: z.string() });

const settings = z.strictObject({
  merchant: z.string(),
  url: z.string(),
  forward: z.string(),
  manage: z.string(),
  receipt_keys: z.array(namedDer),
  endpoint_url: z.exactOptional(z.string()),
});

/**
 * Where this environment's vault is. `url`: its origin, as browsers see it. `forward`, `manage`: names or ARNs of its functions. `receipt_keys` verify
 * its receipts. `endpoint_url` replaces that of AWS Lambda.
 */
export type VaultSettings = z.output<typeof settings>;

/** `VAULT`, as JSON. Undefined: this environment has none. Throws for anything else. */
export const vaultSettings = (): VaultSettings | undefined => {
  if (!read) {
    const given = process.env.VAULT ?? '';
    read = { settings: given === '' ? undefined : settings.parse(JSON.parse(given)) };
  }
  return read.settings;
};

let read: { readonly settings: VaultSettings | undefined } | undefined;

/** The vault of `VAULT`. */
export const vault = (): Vault | undefined => {
  const known = vaultSettings();
  bound ??= known && connectVault(known);
  return bound;
};

let bound: Vault | undefined;

/** Short: whoever forgets a code or a card does not keep a customer waiting for it. */
const manage_ms = 1_500;

/** The vault's functions by direct invocation. Each call is one invocation and is never repeated here. */
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
      ...(endpoint_url === undefined ? {} : { endpoint_url }),
    });
  return {
    forward: async (request: ForwardRequest) =>
      toForwarded(await invoke(forward, request, request.timeout_ms)),
    manage: async (request: ManageRequest) => {
      const answer = await invoke(manage, request, manage_ms);
      const managed =
        answer.kind === 'answered' && succeeded(answer)
          ? manageAnswer.safeParse(payloadOf(answer))
          : undefined;
      if (managed?.success) return managed.data;
      throw new Error(
        `The vault was not asked: ${answer.kind === 'answered' ? answer.status : answer.cause}.`,
      );
    },
  };
};

type Answered = Extract<HttpAnswer, { kind: 'answered' }>;

/** Lambda's own refusals, before any code runs: no permission, no such function, too many at once. */
const neverInvoked: readonly number[] = [403, 404, 429];

/** What an invocation says of the PSP's request. What Lambda does not exclude may have been sent. */
const toForwarded = (answer: HttpAnswer): Forwarded => {
  if (answer.kind === 'not_sent') return { kind: 'not_sent', cause: 'vault_unavailable' };
  if (answer.kind === 'lost') return answer;
  if (neverInvoked.includes(answer.status)) return { kind: 'not_sent', cause: 'vault_unavailable' };
  if (!succeeded(answer)) return { kind: 'lost', doubt: 'connection_lost', cause: 'vault_function' };
  const forwarded = forwardAnswer.safeParse(payloadOf(answer));
  if (!forwarded.success) return { kind: 'lost', doubt: 'unreadable_answer', cause: 'vault_answer' };
  return forwarded.data.kind === 'refused' ? { kind: 'not_sent', cause: 'vault_refused' } : forwarded.data;
};

/** The function ran to its end and returned. */
const succeeded = ({ status, headers }: Answered): boolean =>
  status === 200 && headers['x-amz-function-error'] === undefined;

const payloadOf = ({ body }: Answered): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};

const forwardAnswer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('answered'),
    status: z.int(),
    headers: z.record(z.string(), z.string()),
    body: z.string(),
  }),
  z.object({ kind: z.literal('not_sent'), cause: z.string() }),
  z.object({
    kind: z.literal('lost'),
    doubt: z.enum(['timeout', 'connection_lost', 'unreadable_answer']),
    cause: z.string(),
  }),
  z.object({ kind: z.literal('refused'), cause: z.string() }),
]);

const manageAnswer = z.object({ kind: z.enum(['done', 'unknown_token']) });
