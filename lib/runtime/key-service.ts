import { ApiError } from '../types/api-error.ts';
import type { Bound, DataKeys } from '../vault/vault-ports.ts';
import { requireVariable } from './environment.ts';
import { callWithRetries } from './signed-call.ts';

/** Data keys wrapped by the AWS KMS key in `CARD_KEY`. They are bound by KMS's encryption context, which KMS's log shows. */
export const keyService: DataKeys = {
  make: async (bound) => {
    const { Plaintext, CiphertextBlob } = await call('GenerateDataKey', bound, { KeySpec: 'AES_256' });
    if (Plaintext === undefined || CiphertextBlob === undefined) throw unavailable('no key');
    return { plain: Buffer.from(Plaintext, 'base64'), wrapped: CiphertextBlob };
  },
  unwrap: async (wrapped, bound) => {
    const { Plaintext } = await call('Decrypt', bound, { CiphertextBlob: wrapped });
    if (Plaintext === undefined) throw unavailable('no key');
    return Buffer.from(Plaintext, 'base64');
  },
};

/** The time for one call, and the pause before the second one. */
const call_ms = 1_400;
const pauses_ms = [100] as const;

const call = async (
  operation: 'GenerateDataKey' | 'Decrypt',
  bound: Bound,
  parameters: object,
): Promise<{ readonly Plaintext?: string; readonly CiphertextBlob?: string }> => {
  const response = await callWithRetries(
    {
      service: 'kms',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `TrentService.${operation}`,
      },
      body: JSON.stringify({ KeyId: requireVariable('CARD_KEY'), EncryptionContext: bound, ...parameters }),
      timeout_ms: call_ms,
    },
    pauses_ms,
  );
  if (response.kind !== 'answered') throw unavailable(response.cause);
  if (isForeign(response)) throw new Error('This data key is not for this card.');
  if (response.status !== 200) throw unavailable(`status ${response.status}`);
  return JSON.parse(response.body);
};

/** No repeat would unwrap it. */
const isForeign = ({ status, body }: { readonly status: number; readonly body: string }): boolean =>
  status === 400 && /InvalidCiphertextException|IncorrectKeyException/.test(body);

const unavailable = (cause: string): ApiError =>
  new ApiError('storage_unavailable', 'The vault cannot use its keys right now. Try again.', {
    retry_after: 1,
    cause,
  });
