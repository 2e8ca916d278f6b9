import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { serveLibraries } from '../../../local/pages/server/serve-libraries.ts';
import { listen } from '../../../local/support/listen.ts';
import { libraries } from '../../../local/support/pack-libraries.ts';
import { createTestServer } from '../../tools/create-test-server.ts';

const server = createTestServer(serveLibraries('/libraries'));
const folder = mkdtempSync(join(tmpdir(), 'libraries-'));
let url: string;
beforeAll(async () => {
  ({ url } = await listen(server));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test('each library is what npm packs, packed once, and nothing else is there', async () => {
  const archives = await Promise.all(
    libraries.map(async (name) => {
      const answer = await fetch(`${url}/libraries/${name}.tgz`);
      expect([name, answer.status, answer.headers.get('content-type')]).toEqual([
        name,
        200,
        'application/gzip',
      ]);
      return Buffer.from(await answer.arrayBuffer());
    }),
  );
  for (const archive of archives) {
    const files = execFileSync('tar', ['-tz'], { input: archive, encoding: 'utf8' });
    expect(files).toMatch(/^package\/package\.json$/m);
    expect(files).toMatch(/^package\/dist\//m);
  }
  expect(new Set(archives.map((archive) => archive.toString('base64'))).size).toBe(3);
  for (const wrong of [
    '/libraries/',
    '/libraries/x.tgz',
    '/libraries/../package.json',
    '/libraries/server.tgz?x',
  ])
    expect([wrong, (await fetch(url + wrong)).status]).toEqual([wrong, 404]);
});
