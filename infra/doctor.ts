import { checkAccount } from './check-account.ts';
import { environmentNamed } from './environments.ts';

/** `npm run doctor -- dev`: what a deploy and the first payment need of the account, one line each. Changes nothing. */
const usage = 'usage: npm run doctor -- dev|staging|prod';
const [name, ...rest] = process.argv.slice(2);
if (name === '--help') console.log(usage);
else if (name === undefined || rest.length > 0) {
  console.error(usage);
  process.exitCode = 2;
} else
  try {
    const checks = await checkAccount(environmentNamed(name));
    for (const { ok, says } of checks) console.log(`${ok ? 'ok     ' : 'MISSING'}  ${says}`);
    if (checks.some(({ ok }) => !ok)) process.exitCode = 1;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
