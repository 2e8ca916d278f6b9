import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';

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

/** `npm run bench` runs every measurement, `npm run bench -- <name> …` those named; exits with an error if one missed its target or failed. */
const main = async (): Promise<void> => {
  const names = process.argv.slice(2);
  const unknown = names.filter((name) => !(benches as readonly string[]).includes(name));
  if (unknown.length > 0) {
    console.error(`There is no ${unknown.join(', ')}. There is: ${benches.join(', ')}`);
    process.exitCode = 1;
    return;
  }
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
