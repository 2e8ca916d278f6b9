import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { root, runProgram } from './run-program.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'full-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs `code` where a file has room for two blocks. As on a full disk, a longer write puts in what fits, and only the next one fails. */
const withoutRoom = async (code: string): Promise<string> => {
  const limited = `trap '' XFSZ; ulimit -f 2; exec "$0" "$@"`;
  const run = ['--no-warnings', '--input-type=module', '-e', code];
  const program = runProgram('sh', ['-c', limited, process.execPath, ...run]);
  await program.ended;
  return program.stderr();
};

const long = 'x'.repeat(5_000);

test('a file that cannot be written whole stays as it was', async () => {
  const file = join(folder, 'secrets.json');
  writeFileSync(file, '{"kept":true}');
  const said = await withoutRoom(
    `import { writeDurably } from '${root}local/support/write-durably.ts'; writeDurably('${file}', '${long}');`,
  );
  expect(said).toContain('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe('{"kept":true}');
});

test('a PSP whose books cannot be written whole again keeps the former ones, and does not start', async () => {
  const file = join(folder, 'stripe.jsonl');
  const books = `${[1, long].map((value, id) => JSON.stringify([['intents', `pi_${id}`, value]])).join('\n')}\n`;
  writeFileSync(file, books);
  const said = await withoutRoom(
    `import { openJournal } from '${root}local/psp/framework/journal.ts'; openJournal('${file}');`,
  );
  expect(said).toContain('EFBIG');
  expect(readFileSync(file, 'utf8')).toBe(books);
});
