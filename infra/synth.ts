import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { together } from './cost-line.ts';
import { environmentNamed } from './environments.ts';
import { idleMonth } from './idle-month.ts';
import { standingIn } from './standing-in.ts';
import { synthesize } from './synthesize.ts';

/** `npm run synth -- dev|staging|prod`: the cloud assembly of one environment in `cdk.out-<environment>`, and what it costs. */
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  console.error('usage: npm run synth -- dev|staging|prod');
  process.exit(2);
}
const directory = `cdk.out-${environmentNamed(name).name}`;
const { status, output } = await synthesize(name, directory);
if (status === 0) {
  const templates = readdirSync(directory)
    .filter((file) => file.endsWith('.template.json'))
    .map((file) => JSON.parse(readFileSync(join(directory, file), 'utf8')));
  const lines = idleMonth(standingIn(templates));
  for (const { item, arithmetic, dollars } of lines)
    console.log(`${dollars.toFixed(2).padStart(7)}  ${item}: ${arithmetic}`);
  console.log(`${together(lines).toFixed(2).padStart(7)}  dollars for a month of ${name} without traffic`);
  console.log(`${directory} holds ${name}; \`npm run deploy -- ${name}\` deploys it`);
} else console.error(output);
process.exitCode = status;
