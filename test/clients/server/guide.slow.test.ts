import { execFile, execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { root } from '../../integration/local/run-program.ts';
import { rulesOf } from '../../integration/service/rules-of.ts';
import { type Service, startService } from '../../integration/service/start-service.ts';
import { type PublishedPackage, publishPackage } from './published-package.ts';

let published: PublishedPackage;
let service: Service;
beforeAll(async () => {
  published = publishPackage();
  const { default: standard } = rulesOf().rules;
  service = await startService({ rules: { rules: standard ? { default: standard } : {} } });
});
afterAll(async () => {
  await service?.stop();
  published?.remove();
});

const blocksOf = (page: string, info: string): readonly string[] =>
  [...readFileSync(join(root, page), 'utf8').matchAll(/^```(.*)\n([\s\S]*?)^```$/gm)].flatMap(
    ([, found, text = '']) => (found === info ? [text] : []),
  );

describe.each(['docs/server-library.md', 'clients/server/README.md'])('%s', (page) => {
  /** The blocks of a page are one program, as a reader goes through it. */
  const program = (): string => {
    const blocks = blocksOf(page, 'ts library');
    expect(blocks.length).toBeGreaterThan(0);
    return blocks.join('\n');
  };

  test('its examples compile, strictly', () => {
    const file = `${page.replaceAll(/\W/g, '-')}.mts`;
    // The guide's own `process.env` is Node's; the package itself brings no such name.
    writeFileSync(
      join(published.project, file),
      `declare const process: { env: { API_KEY?: string } };\n${program()}`,
    );
    const options = [
      '--ignoreConfig',
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2022',
      '--types',
      '',
    ];
    const tsc = join(root, 'node_modules/.bin/tsc');
    const lib = ['--lib', 'es2022,dom,dom.iterable'];
    expect(execFileSync(tsc, [...options, ...lib, file], { cwd: published.project, encoding: 'utf8' })).toBe(
      '',
    );
  });

  test('its examples print what it shows', async () => {
    const file = join(published.project, `run-${page.replaceAll(/\W/g, '-')}.mts`);
    writeFileSync(file, program().replaceAll('http://127.0.0.1:4000', service.base_url));
    const { stdout } = await promisify(execFile)(process.execPath, [file], {
      env: { API_KEY: service.api_key },
    });
    expect(stdout).toBe(blocksOf(page, 'text output').join(''));
  });
});
