import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { environments } from '../../infra/environments.ts';
import { findRunningService, type RunningServiceInfo } from '../../local/support/running-service.ts';

export type MeasuredService = RunningServiceInfo & { readonly stop: () => Promise<void> };

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** `npm start` as a separate process on a free port, in memory, all parts local. */
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

/** The measured functions know prod's accounts, whose adapters are in their bundles. */
const withDeployedAccounts = (
  environment: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const accounts: Readonly<Record<string, unknown>> = JSON.parse(environment.PSP_ACCOUNTS ?? '{}');
  const deployed = Object.entries(accounts).filter(([id]) => Object.hasOwn(environments.prod.accounts, id));
  return { ...environment, PSP_ACCOUNTS: JSON.stringify(Object.fromEntries(deployed)) };
};

/** Removes all settings of the surroundings that could point the service, or a measured function, elsewhere. */
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
