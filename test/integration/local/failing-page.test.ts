import { afterEach, expect, test } from '@jest/globals';
import { createPages } from '../../../local/pages/create-pages.ts';
import { send, startGateway, stopGateway } from './gateway-client.ts';

afterEach(stopGateway);

test('a page that cannot be built answers 500, and ends nothing', async () => {
  const pages = createPages({}, { merchant: 'Your shop', logo: '/nowhere/logo.png' });
  const running = await startGateway(() => 'function', { mounts: pages.mounts });
  pages.belongTo({ base_url: running.url, api_key: '', psps: {}, admin: undefined, vault: undefined });
  expect((await send(running, 'GET /pay/cs_1')).status).toBe(500);
  expect((await send(running, 'GET /')).status).toBe(200);
});
