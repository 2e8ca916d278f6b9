import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { root } from '../integration/local/run-program.ts';
import { readPage } from './read-blocks.ts';
import { readCommands } from './read-commands.ts';

/** What a stranger with an account reads. */
const operatorsPages = ['docs/deploy.md', 'docs/operate.md', 'docs/vault.md'];

const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
);

const helps = new Map<string, string>();
const helpOf = (...program: readonly string[]): string => {
  const name = program.join(' ');
  const known = helps.get(name);
  if (known !== undefined) return known;
  const { stdout, stderr } = spawnSync(process.execPath, [...program, '--help'], {
    cwd: root,
    encoding: 'utf8',
    // Wide enough that no name is broken.
    env: { ...process.env, COLUMNS: '200' },
  });
  helps.set(name, stdout + stderr);
  return stdout + stderr;
};

/** Options, and the word that says what to do; the rest are values of theirs. */
const namesIn = (operands: string): readonly string[] => {
  const words = operands.replaceAll(/"[^"]*"|'[^']*'|\$\([^)]*\)/g, '').split(/\s+/);
  const [first = ''] = words;
  return [...(/^[a-z-]+$/.test(first) ? [first] : []), ...words.filter((word) => /^--?[a-z]/.test(word))];
};

/** What keeps a command from being what a reader could type, or undefined. */
const problemOf = ({ text, marked }: ReturnType<typeof readCommands>[number]): string | undefined => {
  const [, script, operands = ''] = /^npm (?:run (?:-s )?)?([a-z:-]+)(?: -- (.*))?$/.exec(text) ?? [];
  if (script === 'ci') return undefined;
  if (script !== undefined) {
    const line = scripts[script];
    if (line === undefined) return `there is no npm script ${script}`;
    if (operands === '') return undefined;
    const help = helpOf(...line.split(' ').slice(1));
    const unknown = namesIn(operands).find((name) => !new RegExp(`(^|[\\s|[])${name}\\b`, 'm').test(help));
    return unknown && `npm run ${script} -- --help does not know ${unknown}`;
  }
  const [, command = '', options = ''] = /^npx cdk ([a-z]+)(.*)$/.exec(text) ?? [];
  if (command !== '') {
    const help = helpOf('node_modules/aws-cdk/bin/cdk', command);
    if (!help.includes(`cdk ${command}`)) return `there is no cdk ${command}`;
    const unknown = namesIn(options.trim()).find((name) => !new RegExp(`(^|\\s)${name}\\b`, 'm').test(help));
    if (unknown !== undefined) return `cdk ${command} --help does not know ${unknown}`;
    return / -c env=/.test(options) ? undefined : 'names no environment, so the app stops';
  }
  return marked ? undefined : 'it cannot be tried here, and does not say so: **[not run here]**';
};

const problemsIn = (page: string): readonly string[] =>
  readCommands(page).flatMap((command) => {
    const problem = problemOf(command);
    return problem === undefined ? [] : [`${command.text}: ${problem}`];
  });

describe('the commands that a page tells an operator to type', () => {
  test.each(operatorsPages)('%s: are there with these options, or are marked', (page) => {
    expect(readCommands(readPage(page)).length).toBeGreaterThan(1);
    expect(problemsIn(readPage(page))).toEqual([]);
  });

  test.each([
    ['Look at `npm run doktor -- prod`.', 'there is no npm script doktor'],
    ['`npm run doctor -- prod --fast`', 'npm run doctor -- --help does not know --fast'],
    ['`npm start -- --dome`', 'npm run start -- --help does not know --dome'],
    ['`npm run -s keys -- make --env prod`', 'npm run keys -- --help does not know make'],
    ['```\nnpm run keys -- list | npm run tokens -- synthetik --env dev\n```', 'does not know synthetik'],
    ['`npx cdk destroy --now`', 'cdk destroy --help does not know --now'],
    ['`npx cdk undeploy`', 'there is no cdk undeploy'],
    ['`npx cdk bootstrap aws://<account>/<region>`', 'names no environment'],
    ['## Later **[not run here]**\n\ntext\n\n## Now\n\n`aws s3 ls`', 'does not say so'],
    ['**[not run here]**\n\ntext\n\n```\ncurl https://pay.example\n```', 'does not say so'],
  ])('%j is found out', (page, problem) => {
    expect(problemsIn(page)).toEqual([expect.stringContaining(problem)]);
  });

  test.each([
    '## Later **[not run here]**\n\ntext\n\n`aws s3 ls`',
    'So, **[not run here]**:\n\n```\naws s3 ls\n\ncurl https://pay.example\n```',
    '`npm run tokens -- psp stripe --env prod < keys.json`',
  ])('%j is in order', (page) => {
    expect(problemsIn(page)).toEqual([]);
  });
});
