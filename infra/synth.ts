import { type CostLine, together } from './cost/cost-line.ts';
import { idleMonth, idleVaultMonth } from './cost/idle-month.ts';
import { standingIn } from './cost/standing-in.ts';
import { placeholdersIn } from './deploying/placeholders.ts';
import { synthesize } from './deploying/synthesize.ts';
import { templatesIn } from './deploying/templates-in.ts';
import { environmentNamed } from './environments.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import { vaultNamed } from './vaults.ts';

const usage = 'usage: npm run synth -- dev|staging|prod [vault]';

/** `npm run synth -- dev|staging|prod [vault]`: writes the cloud assembly of one environment or its vault to `cdk.out-…`, and prints its cost. */
const main = async (): Promise<void> => {
  refuseUnknownOptions();
  const [name, part, ...rest] = process.argv.slice(2);
  if (name === '--help') return console.log(usage);
  const isPart = part === undefined || part === 'vault';
  if (name === undefined || !isPart || rest.length > 0) throw new Error(usage, { cause: 'usage' });
  const whole = [environmentNamed(name).name, ...(part ? [part] : [])].join('-');
  const directory = `cdk.out-${whole}`;
  const { status, output } = await synthesize(name, directory, part && { stack: part, placeholders: 'kept' });
  process.exitCode = status;
  if (status !== 0) return console.error(output);
  for (const warning of part ? leftIn(name) : (output.match(/^warning: .*$/gm) ?? [])) console.error(warning);
  const lines = (part ? idleVaultMonth : idleMonth)(standingIn(templatesIn(directory)));
  printPrice(whole, lines);
  console.log(
    `${directory} holds ${whole}; \`${part ? `npx cdk deploy -c env=${name} -c stack=vault` : `npm run deploy -- ${name}`}\` deploys it`,
  );
};

/** A vault's template can be looked at before its values are known. */
const leftIn = (name: string): readonly string[] =>
  placeholdersIn(vaultNamed(name)).map(
    (path) => `warning: ${path} in infra/vaults.ts is a placeholder, which a deploy does not accept`,
  );

const printPrice = (name: string, lines: readonly CostLine[]): void => {
  for (const { item, arithmetic, dollars } of lines)
    console.log(`${dollars.toFixed(2).padStart(7)}  ${item}: ${arithmetic}`);
  console.log(`${together(lines).toFixed(2).padStart(7)}  dollars for a month of ${name} without traffic`);
};

try {
  await main();
} catch (error) {
  if (!(error instanceof Error)) throw error;
  console.error(error.message);
  process.exitCode = error.cause === 'usage' ? 2 : 1;
}
