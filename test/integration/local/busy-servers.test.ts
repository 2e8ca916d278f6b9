import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { createLoopbackServer } from '../../../local/door/loopback-server.ts';
import { root } from './run-program.ts';

test('no server here ends a connection because time has passed: on a busy machine it passes without an answer', () => {
  const { keepAliveTimeout, headersTimeout, requestTimeout } = createLoopbackServer(
    { onlyOwnUser: false },
    () => {},
    { maxHeaderSize: 1_000 },
  );
  expect({ keepAliveTimeout, headersTimeout, requestTimeout }).toEqual({
    keepAliveTimeout: 0,
    headersTimeout: 0,
    requestTimeout: 0,
  });
});

test('tests create their servers the same way, but for those that test how a connection ends', () => {
  const files = globSync('test/**/*.ts', { cwd: root }).filter((file) =>
    /import \{[^}]*\bcreateServer\b[^}]*\} from 'node:http'/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(files.sort()).toEqual(['test/tools/create-test-server.ts', 'test/unit/runtime/transport.test.ts']);
});
