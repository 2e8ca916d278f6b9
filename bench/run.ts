import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../local/support/read-command-line.ts';
import { refuse } from '../local/support/refuse.ts';

const benches = [
  'plans',
  'cold-start',
  'own-time',
  'cpu-per-payment',
  'service-rate',
  'growth',
  'lists',
  'deliveries',
  'backtest',
  'sizes',
] as const;

const usage = `Runs the measurements of bench/README.md, and fails if one misses its target.

  npm run -s bench -- [<name> …]

name (default: all, in this order): ${benches.join(', ')}

npm run -s bench -- plans takes about ten seconds, all of them many minutes. Measure on a machine that does nothing else.`;

const main = async (): Promise<void> => {
  const { words: names } = readCommandLine(usage, {});
  const unknown = names.filter((name) => !(benches as readonly string[]).includes(name));
  if (unknown.length > 0) refuse(`There is no ${unknown.join(', ')}. There is: ${benches.join(', ')}`);
  const [processor] = cpus();
  console.log(`Node ${process.version}, ${cpus().length} × ${processor?.model ?? 'unknown processor'}`);
  for (const name of names.length > 0 ? names : benches) {
    console.log(`\n## ${name}\n`);
    if (!(await succeeds(name))) process.exitCode = 1;
  }
};

/** Each in a separate process, so that none inherits another's heap or compiled code. */
const succeeds = async (name: string): Promise<boolean> => {
  const program = fileURLToPath(new URL(`${name}.ts`, import.meta.url));
  const [code] = await once(spawn(process.execPath, [program], { stdio: 'inherit' }), 'exit');
  return code === 0;
};

await main();
