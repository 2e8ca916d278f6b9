import { defined } from '../../lib/types/defined.ts';
import { dashboardActs } from '../psp/framework/dashboard.ts';
import { faultKinds, takesCode } from '../psp/framework/faults.ts';
import { callNames } from '../psp/framework/simulated-psp.ts';
import { simulators } from '../psp/simulators.ts';
import { runCommand } from '../support/run-command.ts';
import { findRunningService, usualPort } from '../support/running-service.ts';
import { printLedger } from './print-ledger.ts';

const usage = `npm run -s psp -- <psp> <fault>            make the simulated PSP fail this way from now on
npm run -s psp -- <psp> ok                 back to normal: no fault, and its webhooks are sent, also those kept back
npm run -s psp -- <psp> ledger             show what it really charged and refunded
npm run -s psp -- <psp> report             print the same as the PSP's own report, for npm run reconcile
npm run -s psp -- <psp> webhooks <mode>    how to send its events: normal, late [ms], twice, reordered [ms], off, redeliver
npm run -s psp -- <psp> <act> <payment>    act on a payment, as in the PSP's dashboard or as its bank

psp:    ${simulators.map(({ id }) => id).join(', ')}
fault:  down, slow [ms], reset-before, reset-after, 5xx, 5xx-after, rate-limit, unauthorized, account-refused, html,
        wrong-amount, late-effect [ms], decline <code>, completion-refused <code>, details-refused
act:    capture [amount], void, refund [amount], expire, dispute [amount], win, lose; amounts in minor units, payments by
        the PSP's id or by ours
  --rate 0.2          affect only this share of the calls
  --only <call>       affect only these calls: ${callNames.join(', ')}
  --port <port>       the service on this port (default: PORT, else 4000)

A PSP has one fault at a time. A decline affects authorisations unless --only says otherwise.`;

type Command = { readonly path: string; readonly body?: unknown };

const options = {
  rate: { type: 'string' },
  only: { type: 'string' },
  port: { type: 'string' },
} as const;

type Options = { readonly [Name in keyof typeof options]?: string };

const main = async (values: Options, words: readonly string[]): Promise<void> => {
  const [psp = '', what = '', argument, extra] = words;
  if (words.length === 0) return console.log(usage);
  if (!simulators.some(({ id }) => id === psp)) throw new Error(`unknown psp "${psp}"\n\n${usage}`);
  const command = commandOf(psp, what, argument, { ...values, extra });
  const port = values.port === undefined ? usualPort() : Number(values.port);
  const admin = findRunningService(port)?.admin;
  if (admin === undefined)
    throw new Error(
      `no service with PSP simulators runs on port ${port}. Start it (npm start), or set its port with --port`,
    );
  const answer = await call(`${admin}${command.path}`, command.body);
  if (what === 'ok') await sendWebhooks(`${admin}/psps/${psp}/webhooks`);
  if (what === 'report') return void process.stdout.write(String(answer));
  if (what === 'ledger') return printLedger(answer);
  if (what === 'webhooks') return console.log(`${psp}: webhooks ${argument}`);
  if (isAct(what)) return console.log(`${psp}: ${what} ${argument} done`);
  console.log(what === 'ok' ? `${psp} is back to normal` : `${psp}: ${words.slice(1).join(' ')}`);
};

/** Unless the simulator was never told where to. */
const sendWebhooks = async (path: string): Promise<void> => {
  const { url } = (await call(path, undefined)) as { readonly url: string | null };
  if (url !== null) await call(path, { mode: 'normal', redeliver: 'undelivered' });
};

type Values = {
  readonly rate?: string | undefined;
  readonly only?: string | undefined;
  readonly extra?: string | undefined;
};

const commandOf = (psp: string, what: string, argument: string | undefined, values: Values): Command => {
  const number = argument === undefined ? undefined : Number(argument);
  if (what === 'ledger') return { path: `/psps/${psp}/ledger` };
  if (what === 'report') return { path: `/psps/${psp}/report` };
  if (what === 'webhooks')
    return { path: `/psps/${psp}/webhooks`, body: webhookChange(argument, values.extra) };
  if (isAct(what))
    return { path: `/psps/${psp}/dashboard`, body: dashboardAct(what, argument, values.extra) };
  if (what === 'ok') return { path: `/psps/${psp}/faults`, body: { kind: 'ok' } };
  if (!(faultKinds as readonly string[]).includes(what))
    throw new Error(`unknown fault "${what}"\n\n${usage}`);
  const body = {
    kind: what,
    ...(takesCode(what) ? { code: argument } : argument !== undefined && { ms: number }),
    ...(values.rate !== undefined && { rate: Number(values.rate) }),
    ...defined({ only: values.only }),
  };
  return { path: `/psps/${psp}/faults`, body };
};

const isAct = (what: string) => (dashboardActs as readonly string[]).includes(what);

const dashboardAct = (act: string, payment: string | undefined, amount: string | undefined): object => {
  if (payment === undefined) throw new Error(`${act} takes a payment\n\n${usage}`);
  return { act, payment, ...(amount !== undefined && { amount: readAmount(amount) }) };
};

const readAmount = (text: string): number => {
  if (/^\d+$/.test(text)) return Number(text);
  throw new Error(`amount: expected minor units, such as 500 for 5.00, received ${text}`);
};

const webhookChange = (mode: string | undefined, ms: string | undefined): object => {
  if (mode === undefined) throw new Error(`webhooks takes a mode\n\n${usage}`);
  if (mode === 'redeliver') return { redeliver: 'undelivered' };
  return { mode, ...(ms !== undefined && { ms: Number(ms) }) };
};

const call = async (url: string, body: unknown): Promise<unknown> => {
  const post = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  const response = await fetch(url, body === undefined ? {} : post);
  const isText = response.headers.get('content-type')?.startsWith('text/') === true;
  const read: unknown = isText ? await response.text() : await response.json();
  if (!response.ok) throw new Error(String((read as { error?: unknown }).error));
  return read;
};

runCommand({ usage, options }, main);
