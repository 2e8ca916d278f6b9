import { environmentNamed } from './environments.ts';
import { synthesize } from './synthesize.ts';

/** `npm run synth -- dev|staging|prod`: the cloud assembly of one environment in `cdk.out-<environment>`. */
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || rest.length > 0) {
  console.error('usage: npm run synth -- dev|staging|prod');
  process.exit(2);
}
const { status, output } = synthesize(environmentNamed(name).name, `cdk.out-${name}`);
console.log(output);
process.exitCode = status;
