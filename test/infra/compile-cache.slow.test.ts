import { once } from 'node:events';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { fetchCompileCache } from '../../infra/compile-caches.ts';
import { environments } from '../../infra/environments.ts';
import { packageFunction } from '../../infra/package-function.ts';
import { stranger } from '../../infra/stranger.ts';
import { startLambda } from './lambda-runtime.ts';
import { patience_ms } from './patience.ts';

const folder = mkdtempSync(join(tmpdir(), 'payment-compile-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

const name = 'retrieve-charge';
const caches = join(folder, 'caches');
const cached = { ...environments.dev, compile_cache: true };

let packages = 0;
const packaged = (environment = cached): string => {
  packages += 1;
  const directory = join(folder, String(packages));
  mkdirSync(directory);
  packageFunction(name, directory, environment, caches);
  return directory;
};

/** What a fresh process answers, and which cache it says it found. */
const started = async (directory: string, event: unknown = stranger) => {
  const lambda = await startLambda({
    name,
    taskRoot: directory,
    handler: 'index.handler',
    timeout_s: 10,
    environment: {
      MODE: 'test',
      PUBLIC_URL: 'https://pay.example',
      METRICS_NAMESPACE: 'Payments/test',
      TABLE_CHARGES: 'charges',
      TABLE_API_KEYS: 'api-keys',
      AWS_REGION: 'eu-central-1',
    },
  });
  try {
    const answer = await lambda.invoke(event);
    const [, found] = /"event":"compile_cache","found":"(\w+)"/.exec(lambda.logs()) ?? [];
    return { answer, found };
  } finally {
    await lambda.close();
  }
};

const refused = expect.objectContaining({ statusCode: 401 });

/** Fetches the cache from an account whose functions answer so. */
const fetchedFrom = async (answer: (event: unknown) => unknown): Promise<readonly string[]> => {
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    expect(request.url).toBe(`/2015-03-31/functions/payments-dev-${name}/invocations?Qualifier=live`);
    response.end(JSON.stringify(await answer(JSON.parse(body))));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const before = { ...process.env };
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_LAMBDA: `http://127.0.0.1:${port}`,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
  });
  try {
    return await fetchCompileCache(`payments-dev-${name}`, caches);
  } finally {
    process.env = before;
    server.close();
  }
};

describe('a function that is deployed with a compile cache', () => {
  test(
    'makes one by itself, starts with it from then on, and says so',
    async () => {
      const before = packaged();
      expect(await started(before)).toEqual({ answer: refused, found: 'miss' });
      const files = await fetchedFrom(async (event) => (await started(before, event)).answer);
      expect(files.length).toBeGreaterThan(0);
      const after = packaged();
      expect(readFileSync(join(after, 'function.mjs'))).toEqual(readFileSync(join(before, 'function.mjs')));
      expect(await started(after)).toEqual({ answer: refused, found: 'hit' });
    },
    patience_ms,
  );

  test(
    'answers with a corrupt cache, and without one from another V8',
    async () => {
      const directory = packaged();
      const cache = join(directory, 'compile-cache');
      const [made = ''] = readdirSync(cache);
      for (const file of readdirSync(join(cache, made))) writeFileSync(join(cache, made, file), 'spoilt');
      expect(await started(directory)).toEqual({ answer: refused, found: 'hit' });
      renameSync(join(cache, made), join(cache, made.replace(/^v\d+/, 'v22')));
      expect(await started(directory)).toEqual({ answer: refused, found: 'miss' });
    },
    patience_ms,
  );

  test(
    'answers with the cache of other code',
    async () => {
      const directory = packaged();
      const code = readFileSync(join(directory, 'function.mjs'), 'utf8');
      writeFileSync(join(directory, 'function.mjs'), `globalThis.changed = true;${code}`);
      expect(await started(directory)).toEqual({ answer: refused, found: 'hit' });
    },
    patience_ms,
  );

  test('is packaged with the cache of its own code only', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    packageFunction('refund-charge', other, cached, caches);
    expect(readdirSync(other).toSorted()).toEqual(['function.mjs', 'index.mjs', 'make-compile-cache.mjs']);
  });
});

test('without the switch a function is one module', () => {
  expect(readdirSync(packaged(environments.dev))).toEqual(['index.mjs']);
});

test.each([
  [{ code: '../elsewhere', files: {} }, /made no compile cache/],
  [{ errorMessage: 'Task timed out' }, /made no compile cache: .*timed out/],
  [{ code: 'a'.repeat(64), files: { '../../escaped': '' } }, /outside its cache/],
])('%j is not kept', async (answer, problem) => {
  await expect(fetchedFrom(() => answer)).rejects.toThrow(problem);
  expect(readdirSync(folder)).not.toContain('escaped');
});
