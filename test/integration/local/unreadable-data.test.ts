import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { startAppConfig } from '../../../local/aws/appconfig/start-app-config.ts';
import { startKms } from '../../../local/aws/kms.ts';
import { startSecretsManager } from '../../../local/aws/secrets-manager.ts';
import { startPspSimulators } from '../../../local/psp/start-psp-simulators.ts';
import { startPsps } from '../../../local/psp/start-psps.ts';
import { lockDataDir } from '../../../local/service/lock-data-dir.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'unreadable-'));
});
afterEach(() => rmSync(dataDir, { recursive: true }));

const readers: Readonly<Record<string, () => Promise<unknown>>> = {
  'secrets.json': () => startSecretsManager({ dataDir }),
  'appconfig.json': () => startAppConfig({ dataDir }),
  'kms.json': async () => startKms({ dataDir }),
  'psp-ports.json': () => startPsps({}, dataDir),
  'stripe.jsonl': () => startPspSimulators({ psps: ['stripe'], dataDir }),
  lock: async () => lockDataDir(dataDir),
  'lock/where a file was': async () => lockDataDir(dataDir),
};

test.each(Object.keys(readers))('an unreadable %s is named', async (name) => {
  const file = join(dataDir, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, '{"cut\n'.repeat(100));
  await expect(readers[name]?.()).rejects.toThrow(join(dataDir, name.split('/')[0] ?? ''));
});
