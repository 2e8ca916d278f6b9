import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Change } from './new/change.ts';
import { newCondition } from './new/condition.ts';
import { newEndpoint } from './new/endpoint.ts';
import { holesIn } from './new/holes.ts';
import { type Name, nameOf } from './new/name.ts';
import { newPsp } from './new/psp.ts';
import { writeChange } from './new/write-change.ts';

const usage = `Starts a new part of the service: writes code that compiles, and lists what is left to write.

  npm run -s new -- psp <name>          an adapter, its simulator, its subject for the contract suite
  npm run -s new -- endpoint <name>     a function, its route, schema, docs entry and client method: <verb>_charge or <verb>_checkout_session
  npm run -s new -- condition <name>    a condition of a routing rule's override
  npm run -s new -- holes               what is left to write; fails if anything is, as npm run check does

A name is snake_case. Nothing is written if the name is taken.`;

const root = join(import.meta.dirname, '../..');

const kinds = new Map<string, (name: Name) => Change>([
  ['psp', newPsp],
  ['endpoint', newEndpoint],
  ['condition', newCondition],
]);

const main = (): void => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', short: 'h' } },
  });
  const [kind = '', name, ...more] = positionals;
  const begin = kinds.get(kind);
  if (values.help || positionals.length === 0) console.log(usage);
  else if (kind === 'holes' && name === undefined) failOnHoles();
  else if (begin !== undefined && name !== undefined && more.length === 0) write(begin(nameOf(name)));
  else throw new Error(`Not understood.\n\n${usage}`);
};

const write = (change: Change): void => {
  writeChange(root, change);
  const created = Object.keys(change.created);
  const changed = Object.keys(change.changed);
  format([...created, ...changed]);
  for (const script of change.scripts) run(`npm run -s ${script}`);
  const left = Object.entries(change.left).map(([path, what]) => `${path}: ${what}`);
  console.log(
    `Created:\n${lines(created)}\nChanged:\n${lines(changed)}\nGenerated files were written by ${scriptsOf(change)}.\n`,
  );
  console.log(`Left to write; npm run check fails until it is done:\n${lines(holesIn(root))}`);
  console.log(`Left to write in other files:\n${lines(left)}\n`);
  const all = [...created, ...changed, ...Object.keys(change.left)];
  const pages = all.filter((path) => path.endsWith('.md')).length;
  console.log(
    `${all.length - pages} files of code and ${pages} pages: ${created.length} created, ${changed.length} changed, ${Object.keys(change.left).length} left.`,
  );
};

const scriptsOf = ({ scripts }: Change): string => scripts.map((script) => `npm run ${script}`).join(' and ');

const failOnHoles = (): void => {
  const holes = holesIn(root);
  if (holes.length === 0) return;
  throw new Error(`Not written yet:\n${lines(holes)}`);
};

const lines = (texts: readonly string[]): string =>
  texts.length === 0 ? '  none' : texts.map((text) => `  ${text}`).join('\n');

const format = (paths: readonly string[]): void => {
  const code = paths.filter((path) => path.endsWith('.ts')).join(' ');
  run(`npx --no-install biome check --write --log-level=error ${code}`);
};

const run = (command: string): void => {
  const { status, stdout, stderr } = spawnSync(command, { cwd: root, shell: true, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} failed:\n${stdout}${stderr}`);
};

try {
  main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
