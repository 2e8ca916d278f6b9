import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { isFrameAncestor } from '../../../clients/browser/frame-ancestors.ts';

const root = join(import.meta.dirname, '../../..');

/** The door itself; a check whether a port is free; and the store's own door, which copies connections that have proved themselves. */
const doors = ['local/door/loopback-server.ts', 'local/free-port.ts', 'local/aws/dynamodb.ts'];

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

test.each([
  ['http://localhost:3000', true],
  ['http://127.0.0.1', true],
  ['https://pay.shop.example', true],
  ['https://a.b.shop.example', true],
  ['https://shop.example', false],
  ['https://pay.shop.example.attacker.example', false],
  ['https://pay-shop.example', false],
  ['http://localhost.attacker.example', false],
  ['http://localhost:3000.attacker.example', false],
  ['https://exact.example', true],
  ['https://exact.example:444', false],
  ['https://exactxexample', false],
  ["'self'", false],
])('a page at %s gets the fields: %s', (origin, expected) => {
  const ancestors = [
    "'self'",
    'http://localhost:*',
    'http://127.0.0.1:*',
    'https://*.shop.example',
    'https://exact.example',
  ];
  expect(isFrameAncestor(origin, ancestors)).toBe(expected);
});
