import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';
import { chromiumPath } from './open-browser.ts';

/** `npm run test:browser [-- part of a name …]`: every browser test, each file in a process with a service and a browser of its own. */
const main = (): void => {
  if (!existsSync(chromiumPath)) {
    console.error(
      `There is no Chromium at ${chromiumPath}. Install it (Debian: apt-get install chromium) or set CHROMIUM.`,
    );
    process.exit(1);
  }
  const wanted = process.argv.slice(2);
  const files = globSync('*.test.ts', { cwd: import.meta.dirname })
    .filter((name) => wanted.length === 0 || wanted.some((part) => name.includes(part)))
    .map((name) => join(import.meta.dirname, name));
  const results = run({ files, concurrency: 2, timeout: 120_000 });
  results.on('test:fail', () => {
    process.exitCode = 1;
  });
  results.compose(spec).pipe(process.stdout);
};

main();
