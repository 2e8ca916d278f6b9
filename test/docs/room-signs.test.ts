import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';
import { rooms } from '../tools/room-imports.ts';
import { roomRules } from '../tools/room-rules.ts';
import { readPage } from './read-blocks.ts';

const inLib = rooms().filter((room) => room.startsWith('lib/'));

const codeIn = (text: string): readonly string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** From the room, or from the root. */
const isThere = (room: string, path: string): boolean =>
  existsSync(join(root, room, path)) || existsSync(join(root, path));

describe('the sign of a room', () => {
  test.each(inLib)('%s: is there, short, and says where to begin and what stays out', (room) => {
    const sign = readPage(`${room}/README.md`);
    expect(sign).toMatch(new RegExp(`^# ${room}\n`));
    expect(sign.trimEnd().split('\n').length).toBeLessThanOrEqual(12);
    expect(sign).toMatch(/^\*\*Start at:\*\* .*`[^`]+\.ts`/m);
    expect(sign).toMatch(/^\*\*Not here:\*\* /m);
  });

  test.each(inLib)('%s: every file and folder that it names exists', (room) => {
    const paths = codeIn(readPage(`${room}/README.md`)).filter((code) => /\/|\.ts$/.test(code));
    expect(paths.filter((path) => !isThere(room, path))).toEqual([]);
  });

  test.each(inLib)('%s: may import what the rules of npm run check allow', (room) => {
    const [, allowed = ''] = /^May import: (.*)\.$/m.exec(readPage(`${room}/README.md`)) ?? [];
    const all = allowed === 'all of `lib`';
    expect(all ? inLib.filter((other) => other !== room) : codeIn(allowed)).toEqual(roomRules()[room]);
    expect(allowed === 'nothing').toBe(roomRules()[room]?.length === 0);
  });
});
