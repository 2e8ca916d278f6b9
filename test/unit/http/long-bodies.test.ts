import { expect, test } from '@jest/globals';
import { collectCardBody } from '../../../lib/contract/bodies/collect-card-body.ts';
import { collectCardRoute } from '../../../lib/http/vault-routes.ts';
import { callEndpoint } from './endpoint-harness.ts';

const long = 60_000;

// The vault reads a body before the grant: a stranger can send these as often as its throttle allows.
test.each([
  ['a field', `{"${'a'.repeat(long)}":1}`],
  ['a number', `{"cvc":0.1${'0'.repeat(long)}1}`],
])('%s as long as a body is refused at once', async (_, body) => {
  const before = process.cpuUsage();
  const { status } = await callEndpoint({ route: collectCardRoute, schema: collectCardBody, body });
  const { user } = process.cpuUsage(before);
  expect(status).toBe(400);
  expect(user).toBeLessThan(500_000);
});
