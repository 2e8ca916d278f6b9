import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { errorLine } from '../lib/runtime/error-line.ts';
import { findingLine } from '../lib/types/examination.ts';
import type { Check } from './checks/check.ts';
import { checkAccount } from './checks/check-account.ts';
import { checkPsps } from './checks/check-psps.ts';
import { checkSubscribers } from './checks/check-subscribers.ts';
import { checkVault } from './checks/check-vault.ts';
import { environmentNamed } from './environments.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';
import { type Vault, vaultNamed } from './vaults.ts';

const usage = `usage: npm run doctor -- dev|staging|prod
       npm run doctor -- --env dev|staging|prod
       npm run doctor -- dev|prod vault
       npm run doctor -- --local
  Checks what a deploy needs from the AWS account, one line each. With --env it also checks what the first payment needs from each PSP account and
  from the vault. With vault, and credentials of the vault's account, it checks that somebody hears the vault's alarms. --local checks only that, for the service on this machine (PORT, else 4000). It changes nothing. Exits with 1 if something is missing.`;

const main = async (): Promise<number> => {
  refuseUnknownOptions('env', 'local');
  const [first, second, ...rest] = process.argv.slice(2);
  if (first === '--help') return help();
  if (first === '--local' && second === undefined) return local();
  if (second === 'vault' && rest.length === 0) return vaultSubscribers(vaultNamed(String(first)));
  const psps = first === '--env';
  const [name, ...surplus] = process.argv.slice(psps ? 3 : 2);
  if (name === undefined || surplus.length > 0) {
    console.error(usage);
    return 2;
  }
  const environment = environmentNamed(name);
  const checks = await checkAccount(environment);
  print(checks);
  const reached = checks.every(({ ok, later }) => ok || later);
  const found =
    psps && reached ? [...(await checkPsps(environment)), ...(await checkVault(environment))] : [];
  for (const finding of found) console.log(findingLine(finding));
  if (psps && !reached) console.log('PSPs and vault were not checked: fix the AWS account first.');
  return checks.some(({ ok }) => !ok) || found.some(({ state }) => state === 'missing') ? 1 : 0;
};

/** `local` knows what runs on this machine. */
const local = (): number =>
  spawnSync(process.execPath, [join(import.meta.dirname, '../local/tools/doctor.ts')], {
    stdio: 'inherit',
  }).status ?? 1;

const vaultSubscribers = async (vault: Vault): Promise<number> => {
  const checks = await checkSubscribers(vault);
  print(checks);
  return checks.some(({ ok }) => !ok) ? 1 : 0;
};

const print = (checks: readonly Check[]): void => {
  for (const { ok, says } of checks) console.log(findingLine({ state: ok ? 'ok' : 'missing', says }));
};

const help = (): number => {
  console.log(usage);
  return 0;
};

try {
  process.exitCode = await main();
} catch (error) {
  console.error(errorLine(error));
  process.exitCode = 1;
}
