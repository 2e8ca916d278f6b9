import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PspAdapter } from '../../lib/psp/psp-adapter.ts';
import * as registry from '../../lib/psp/registry.ts';
import { clock } from '../../lib/runtime/clock.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import { secret } from '../../lib/types/secret.ts';
import { recordExchanges, testCard } from '../commands/record-exchanges.ts';
import { runCommand } from '../support/run-command.ts';

const adapters: Readonly<Record<string, PspAdapter>> = { ...registry };

const usage = `npm run record -- <psp>    pays, holds, captures, looks up and refunds at a sandbox account, and records the answers

psp:    ${Object.keys(adapters).join(', ')}
  --token <token>   pay with this sandbox token instead of a test card
  --out <file>      default: test/conformance/recorded/<psp>.json, which the conformance suite replays

Set the account in PSP_<PSP>_BASE_URL and PSP_<PSP>_CREDENTIALS (JSON with api_key, webhook_secrets and settings), as for npm start.
Keys, tokens and card numbers are scrubbed. Live accounts are rejected, because it makes payments.`;

const options = { token: { type: 'string' }, out: { type: 'string' } } as const;

const main = async (
  values: { readonly token?: string; readonly out?: string },
  [psp, ...rest]: readonly string[],
): Promise<void> => {
  if (psp === undefined) return console.log(usage);
  const adapter = Object.hasOwn(adapters, psp) ? adapters[psp] : undefined;
  if (!adapter || rest.length > 0) throw new Error(`Not understood.\n\n${usage}`);
  const variable = `PSP_${psp.toUpperCase()}`;
  const base_url = process.env[`${variable}_BASE_URL`];
  const given = process.env[`${variable}_CREDENTIALS`];
  if (!base_url || !given)
    throw new Error(`There is no account for ${psp}: set ${variable}_BASE_URL and ${variable}_CREDENTIALS.`);
  if (isLive(base_url, given))
    throw new Error('This looks like a live account. Only sandboxes can be recorded.');
  const { settings = {}, ...credentials } = JSON.parse(given);
  const recording = await recordExchanges({
    psp,
    adapter,
    base_url,
    settings,
    credentials,
    http: createTransport(),
    now: clock.now,
    payment_method:
      values.token === undefined ? testCard : { type: 'psp_token', psp, token: secret(values.token) },
  });
  const out = values.out ?? `test/conformance/recorded/${psp}.json`;
  mkdirSync(dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify(recording, null, 2)}\n`);
  for (const { step, outcome } of recording.steps) console.log(`${step}: ${outcome}`);
  console.log(`${out} written`);
};

/** Stripe has one address for both modes; the key tells them apart. */
const isLive = (base_url: string, credentials: string): boolean => {
  const { hostname } = new URL(base_url);
  if (/_live_/.test(credentials)) return true;
  const sandboxes = /(^127\.|^localhost$|sandbox|-test\.adyen\.com$|^api\.stripe\.com$)/;
  return !sandboxes.test(hostname);
};

runCommand({ usage, options }, main);
