import { randomBytes } from 'node:crypto';
import type { Call } from '../http/call.ts';
import { renderKeyChange } from '../http/render-api-key.ts';
import type { KeyPorts } from '../keys/key-ports.ts';
import { apiKeyRandomBytes, newApiKey } from '../storage/api-key-format.ts';
import { createKeyStore } from '../storage/key-store.ts';
import type { KeyStore } from '../types/key-store.ts';
import { clock } from './clock.ts';
import { storage } from './dynamodb.ts';
import { livemode } from './environment.ts';
import { newId } from './new-id.ts';

export const keyStore = (): KeyStore => createKeyStore(storage(), livemode());

/** Only an API key or a person changes keys. */
export const keyPorts = ({
  api_key,
  person,
  request_id,
}: Pick<Call, 'api_key' | 'person' | 'request_id'>): KeyPorts => {
  const caller = api_key ?? person;
  if (caller === undefined) throw new Error('The route takes another token than an API key');
  return {
    store: keyStore(),
    clock,
    newId,
    newSecret: () => newApiKey(livemode(), randomBytes(apiKeyRandomBytes)),
    livemode: livemode(),
    caller,
    request_id,
    render: renderKeyChange,
  };
};
