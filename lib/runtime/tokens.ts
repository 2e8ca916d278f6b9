import {
  type KeyPurpose,
  parseListKeys,
  parseRecordKeys,
  parseSessionKeys,
  parseWebhookKeys,
  type TokenSecrets,
} from '../http/token-secrets.ts';
import { requireVariable } from './environment.ts';
import { cachedSecret } from './secrets.ts';

const part = <Keys>(purpose: KeyPurpose, parse: (json: string) => Keys): (() => Promise<Keys>) => {
  let read: (() => Promise<Keys>) | undefined;
  return () => {
    read ??= cachedSecret(`${requireVariable('TOKENS_SECRET')}#${purpose}`, parse);
    return read();
  };
};

/** The parts of the environment's signing secret (`TOKENS_SECRET`). A function may read only those listed for it in `infra/function-needs.ts`. */
export const tokens: TokenSecrets = {
  sessions: part('sessions', parseSessionKeys),
  records: part('records', parseRecordKeys),
  lists: part('lists', parseListKeys),
  webhooks: part('webhooks', parseWebhookKeys),
};
