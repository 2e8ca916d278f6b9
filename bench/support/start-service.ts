import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environments } from '../../infra/environments.ts';
import { findRunningService, type RunningServiceInfo } from '../../local/running-service.ts';

export type MeasuredService = RunningServiceInfo & { readonly stop: () => Promise<void> };

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` as a process of its own on a free port, in memory, all parts local. */
export const startService = async (): Promise<MeasuredService> => {
  const child = spawn(process.execPath, ['local/start.ts', '--quiet'], {
    cwd: root,
    env: { ...withoutSettings(), PORT: '0' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
  try {
    const { base_url } = JSON.parse(await firstLineOfJson(child)) as { readonly base_url: string };
    const info = findRunningService(Number(new URL(base_url).port));
    if (!info) throw new Error('The local service left no note of itself.');
    return { ...info, environment: withDeployedAccounts(info.environment), stop };
  } catch (error) {
    await stop();
    throw error;
  }
};

/** The functions that are measured know the accounts of prod, whose adapters they are bundled with. */
const withDeployedAccounts = (
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const accounts: Readonly<Record<string, unknown>> = JSON.parse(environment.PSP_ACCOUNTS ?? '{}');
  const deployed = Object.entries(accounts).filter(([id]) => Object.hasOwn(environments.prod.accounts, id));
  return { ...environment, PSP_ACCOUNTS: JSON.stringify(Object.fromEntries(deployed)) };
};

/** Nothing of the surroundings may lead the service, or a function that is measured, elsewhere. */
export const withoutSettings = (): Record<string, string | undefined> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(AWS_|PSP_|TABLE_|APPCONFIG_|RECOVERY_|npm_|PORT$|MODE$|PUBLIC_URL$|NODE_)/.test(name),
    ),
  );

const firstLineOfJson = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const line = text
        .split('\n')
        .slice(0, -1)
        .find((candidate) => candidate.startsWith('{'));
      if (line !== undefined) resolve(line);
    });
    child.once('exit', () => reject(new Error('The local service ended before it was ready.')));
  });
