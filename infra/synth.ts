import { together } from './cost-line.ts';
import { environmentNamed } from './environments.ts';
import { idleMonth } from './idle-month.ts';
import { standingIn } from './standing-in.ts';
import { synthesize } from './synthesize.ts';
import { templatesIn } from './templates-in.ts';

const usage = 'usage: npm run synth -- dev|staging|prod';

/** `npm run synth -- dev|staging|prod`: the cloud assembly of one environment in `cdk.out-<environment>`, and what it costs. */
const main = async (): Promise<void> => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === '--help') return console.log(usage);
  if (name === undefined || rest.length > 0) throw new Error(usage, { cause: 'usage' });
  const directory = `cdk.out-${environmentNamed(name).name}`;
  const { status, output } = await synthesize(name, directory);
  process.exitCode = status;
  if (status !== 0) return console.error(output);
  const lines = idleMonth(standingIn(templatesIn(directory)));
  for (const { item, arithmetic, dollars } of lines)
    console.log(`${dollars.toFixed(2).padStart(7)}  ${item}: ${arithmetic}`);
  console.log(`${together(lines).toFixed(2).padStart(7)}  dollars for a month of ${name} without traffic`);
  console.log(`${directory} holds ${name}; \`npm run deploy -- ${name}\` deploys it`);
};

try {
  await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = error.cause === 'usage' ? 2 : 1;
}
