import { errorLine } from '../lib/edge/error-line.ts';
import { fetchCompileCache } from './compile-caches.ts';
import { environmentNamed } from './environments.ts';
import { functionName } from './function-name.ts';
import { functionNames } from './function-needs.ts';

const usage = `usage: npm run compile-cache -- dev|staging|prod
  Makes every deployed function build its V8 compile cache and keeps it on this machine, for the next deploy of the same code. The environment must set
  compile_cache: true.`;

const main = async (): Promise<void> => {
  const [name, ...rest] = process.argv.slice(2);
  if (name === '--help') return console.log(usage);
  if (name === undefined || rest.length > 0) throw new Error(usage);
  const environment = environmentNamed(name);
  if (!environment.compile_cache)
    throw new Error(
      `${name} is deployed without a compile cache: set compile_cache in infra/environments.ts`,
    );
  for (const each of functionNames) {
    const files = await fetchCompileCache(functionName(environment, each));
    console.log(`${each}: ${files.join(', ')}`);
  }
};

try {
  await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
