import { afterAll, expect, test } from '@jest/globals';
import { forwardPorts } from '../../../lib/runtime/forward-ports.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { listen } from '../../../local/support/listen.ts';
import { createTestServer } from '../../tools/create-test-server.ts';
import { until } from '../service/until.ts';

const credentials = (api_key: string): string => JSON.stringify({ psp: { paypal: { api_key } } });
const basic = (api_key: string): string => `Basic ${Buffer.from(api_key).toString('base64')}`;

const manager = await startSecretsManager({ secrets: { 'vault/psp': credentials('shop:old') } });
/** PayPal, which accepts these credentials only. */
let valid = 'shop:old';
const server = createTestServer((request, response) => {
  const accepted = request.headers.authorization === basic(valid);
  response.writeHead(accepted ? 200 : 401).end(accepted ? '{"access_token":"A21"}' : '{}');
});
const { url } = await listen(server);
afterAll(async () => {
  server.close();
  await manager.close();
});

test('PayPal’s credentials are read again once PayPal refuses them, not ten minutes later', async () => {
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_SECRETS_MANAGER: manager.url,
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    MODE: 'test',
    VAULT_MERCHANT: 'shop',
    CREDENTIALS_SECRET: 'vault/psp',
    VAULT_ACCOUNTS: JSON.stringify({
      paypal: { psp: 'paypal', base_url: url, key_hashes: [], settings: {} },
    }),
  });
  const authorize = () => forwardPorts().authorize('paypal', { timeout_ms: 2_000, renew: true });
  const accepted = { authorization: 'Bearer A21' };
  expect(await authorize()).toEqual(accepted);
  manager.rotate('vault/psp', credentials('shop:new'));
  valid = 'shop:new';
  const refused = { instead: { kind: 'answered', status: 401, headers: expect.anything(), body: '' } };
  expect(await authorize()).toEqual(refused);
  expect(await until(authorize, (access) => 'authorization' in access)).toEqual(accepted);
});
