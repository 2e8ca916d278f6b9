import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const root = join(import.meta.dirname, '../../..');

/** The door itself; a check whether a port is free; and the store's own door, which copies connections that have proved themselves. */
const doors = ['local/door/loopback-server.ts', 'local/support/free-port.ts', 'local/aws/dynamodb.ts'];

test('nothing here opens a server but through the door', () => {
  const files = globSync('{local,bench,infra,lib,functions,clients}/**/*.{ts,cjs,js}', {
    cwd: root,
    exclude: (name) => name === 'node_modules' || name === 'dist',
  });
  const opening = files.filter((file) =>
    /\bcreate(Secure)?Server\(|new (net\.)?Server\(/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(opening.toSorted()).toEqual(doors.toSorted());
});
