import type {
  ListKeys,
  RecordKeys,
  SessionKeys,
  TokenSecrets,
  WebhookKeys,
} from '../../../lib/http/token-secrets.ts';

const bytes = (seed: number): Uint8Array => new Uint8Array(32).fill(seed);

/** The newest key signs, the one before still verifies. */
export const tokenSecrets: SessionKeys & RecordKeys & ListKeys & WebhookKeys = {
  signing_keys: [
    { id: 'k2', key: bytes(2) },
    { id: 'k1', key: bytes(1) },
  ],
  idempotency_key: bytes(3),
  request_keys: [
    { id: 'r2', key: bytes(6) },
    { id: 'r1', key: bytes(5) },
  ],
  fingerprint_key: bytes(4),
  grant_keys: [],
  cursor_keys: [{ id: 'c1', key: bytes(7) }],
  webhook_key: bytes(8),
};

/** The parts of the secret as a function reads them; `read` is given which. */
export const tokensOf = (read: (part: keyof TokenSecrets) => Promise<typeof tokenSecrets>): TokenSecrets => ({
  sessions: () => read('sessions'),
  records: () => read('records'),
  lists: () => read('lists'),
  webhooks: () => read('webhooks'),
});

export const sessionId = `cs_${'0'.repeat(26)}`;
export const chargeId = `ch_${'1'.repeat(26)}`;
