import { execFileSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { readCommandLine } from '../../local/support/read-command-line.ts';
import { refuse } from '../../local/support/refuse.ts';
import { type BrowserName, programs } from './tested-browser.ts';

const usage = `Runs the browser tests in Chromium, then in Firefox: each file in a process with a service and a browser of its own.

  npm run -s test:browser -- [--browser <name>] [<part of a file's name> …]

  --browser <name>   chromium or firefox (default: both)

  CHROMIUM, FIREFOX  the browsers' programs (default: where Debian installs them)

npm run -s test:browser -- --browser firefox fields- runs some. One file takes less than a minute, all of them many.`;

const main = async (): Promise<void> => {
  const { values, words } = readCommandLine(usage, { browser: { type: 'string' } });
  const browsers = wantedBrowsers(values.browser);
  const files = wantedFiles(words);
  for (const browser of browsers) await runIn(browser, files);
};

const wantedBrowsers = (wanted: string | undefined): readonly BrowserName[] => {
  const names = (Object.keys(programs) as BrowserName[]).filter((name) => (wanted ?? name) === name);
  if (names.length === 0) refuse(`--browser is chromium or firefox, not ${wanted}.`);
  for (const { path, packaged, variable } of names.map((name) => programs[name]))
    if (!existsSync(path))
      refuse(`There is no ${path}. Install it (Debian: apt-get install ${packaged}) or set ${variable}.`);
  return names;
};

const wantedFiles = (parts: readonly string[]): readonly string[] => {
  const files = globSync('*.test.ts', { cwd: import.meta.dirname }).filter(
    (file) => parts.length === 0 || parts.some((part) => file.includes(part)),
  );
  if (files.length === 0) refuse(`No browser test has ${parts.join(' or ')} in its name.`);
  return files.toSorted();
};

const runIn = async (browser: BrowserName, files: readonly string[]): Promise<void> => {
  const version = execFileSync(programs[browser].path, ['--version'], { encoding: 'utf8' }).trim();
  console.log(`In ${version}: ${files.map((file) => basename(file, '.test.ts')).join(', ')}`);
  process.env.TESTED_BROWSER = browser;
  const paths = files.map((file) => join(import.meta.dirname, file));
  const results = run({ files: paths, concurrency: 3, timeout: 240_000 });
  const skipped: string[] = [];
  results.on('test:fail', () => {
    process.exitCode = 1;
  });
  results.on('test:pass', ({ name, skip }) => {
    if (skip) skipped.push(`  ${name}: ${skip}`);
  });
  for await (const text of results.compose(spec)) process.stdout.write(text);
  if (skipped.length > 0) console.log(`Not run in ${version}:\n${skipped.join('\n')}`);
};

await main();
