import { environmentNamed } from './environments.ts';
import { synthesize } from './synthesize.ts';

/** `npm run synth -- dev|staging|prod`: the cloud assembly of one environment in `cdk.out-<environment>`. */
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  console.error('usage: npm run synth -- dev|staging|prod');
  process.exit(2);
}
const { status, output } = await synthesize(environmentNamed(name).name, `cdk.out-${name}`);
if (status === 0)
  console.log(
    `cdk.out-${name} holds the stack of ${name}; \`npx cdk deploy -c env=${name} --all\` deploys it`,
  );
else console.error(output);
process.exitCode = status;
