import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Service, startService } from '../../integration/service/start-service.ts';
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts';
import { findNodes, promised } from './node-versions.ts';
import { type PublishedPackage, publishPackage } from './published-package.ts';

const nodes = findNodes();
let published: PublishedPackage;
let service: Service;
let proxy: FaultyProxy;
beforeAll(async () => {
  published = publishPackage();
  service = await startService();
  proxy = await startFaultyProxy(service.base_url);
});
afterAll(async () => {
  await proxy?.close();
  await service?.stop();
  published?.remove();
});

const program = join(import.meta.dirname, 'programs/pay.mjs');
const run = promisify(execFile);

for (const version of promised) {
  const node = nodes.get(version);
  // A version that is not at hand is named as skipped, not passed over.
  const suite = node === undefined ? describe.skip : describe;
  suite(`Node ${version}`, () => {
    test.each(['esm', 'cjs'])(
      '%s: the published package pays and refunds once, over faults',
      async (kind) => {
        const { baseUrl, tries } = proxy.route(
          'reset_after', // create
          'cut_body', // create again
        );
        const { stdout } = await run(
          node ?? '',
          [program, published.project, kind, baseUrl, service.api_key],
          {
            env: { PATH: process.env.PATH },
          },
        );
        expect(JSON.parse(stdout)).toEqual({
          node: version,
          amount_captured: 2599,
          amount_refunded: 1000,
          refunds: 1,
          refused: [true, 'refund_amount_too_large'],
          aborted: 'AbortError',
        });
        expect(tries.map(({ path }) => path.replace(/c[sh]_\w+/, 'id'))).toEqual([
          '/v1/checkout/sessions',
          '/v1/checkout/sessions',
          '/v1/checkout/sessions',
          '/v1/checkout/sessions/id/confirm',
          '/v1/charges/refund',
          '/v1/charges/refund',
          '/v1/charges/id',
        ]);
      },
    );
  });
}

test('this version of Node is a supported one', () => {
  expect(promised.filter((version) => nodes.has(version))).toContain(process.versions.node.split('.')[0]);
});
