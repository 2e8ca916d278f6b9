import { describe, expect, test } from '@jest/globals';
import { renderWebhook } from '../../../lib/http/render-webhook.ts';
import { webhookSecret, withWebhookSecret } from '../../../lib/http/webhook-secret.ts';
import type { WebhookEndpoint } from '../../../lib/types/webhook.ts';
import { tokenSecrets } from './secrets.ts';

const endpoint: WebhookEndpoint = {
  id: `we_${'0'.repeat(26)}`,
  url: 'https://hooks.example/',
  events: ['*'],
  status: 'enabled',
  livemode: false,
  created: 1_800_000_000,
  generation: 3,
};
const { body } = renderWebhook('4f2a9c')({ endpoint, secret: true });
const secretFor = (caller: string | undefined, bytes = body) =>
  JSON.parse(withWebhookSecret(bytes, tokenSecrets, caller)).secret;

describe('the secret of an endpoint in stored bytes', () => {
  test('is for the API key that made the call', () => {
    expect(secretFor('4f2a9c')).toBe(webhookSecret(tokenSecrets, endpoint.id, 3));
  });

  test.each([undefined, '', '4f2a9', '4f2a9c0', '4F2A9C'])('is null for %j', (caller) => {
    expect(secretFor(caller)).toBeNull();
  });

  test('is null for everybody if nobody kept who called', () => {
    const former = body.replace('generation_3.4f2a9c', 'generation_3');
    for (const caller of ['4f2a9c', '', undefined]) expect(secretFor(caller, former)).toBeNull();
  });
});
