import { parseArgs } from 'node:util';
import type { Charge, DecideCharge } from '../../clients/server/src/index.ts';
import { tableName } from '../../lib/storage/tables.ts';
import type { Charge as StoredCharge } from '../../lib/types/charge.ts';
import { defined } from '../../lib/types/defined.ts';
import { openThings, unscheduled } from '../../lib/types/open-things.ts';
import { openCharges } from '../open-charges.ts';
import { runCommand } from '../run-command.ts';
import { localService, serviceClient } from '../service-client.ts';

const outcomes = ['captured', 'canceled', 'failed', 'succeeded', 'absent'] as const;

const usage = `Lists open charges, asks the PSP about one, and records what a person found out.

  npm run -s charges -- open [--env <environment>]
  npm run -s charges -- look <charge>
  npm run -s charges -- decide <charge> <outcome> --note <why>

outcome:  ${outcomes.join(', ')}
  --operation <id>        the item to decide, if more than one item on the charge needs review
  --amount <minor units>  for an attempt: what was captured (default: the requested amount)
                          for a capture: with captured, everything captured on the charge so far; with succeeded, what
                          this capture took (default: what it asked for)
                          for a reversal by refund: what that one refund gave back (default: all of it)
  --psp-reference <ref>   its id at the PSP

open reads the tables of the service on this machine, or with --env those of a deployed environment, with your AWS
credentials and region. look and decide call the API of the service on this machine (on PORT, else 4000), or at --url <address>,
with an API key in --key or API_KEY. look needs the scope charges:write; decide needs charges:read and charges:decide.`;

const options = {
  env: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  note: { type: 'string' },
  operation: { type: 'string' },
  amount: { type: 'string' },
  'psp-reference': { type: 'string' },
  help: { type: 'boolean' },
} as const;

type Values = ReturnType<typeof parseArgs<{ options: typeof options }>>['values'];

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({ allowPositionals: true, options });
  const [command, charge, outcome, ...more] = positionals;
  if (values.help || command === undefined) return console.log(usage);
  if (command === 'open' && charge === undefined) return open(values.env);
  if (command === 'look' && charge !== undefined && outcome === undefined) return look(charge, values);
  if (command === 'decide' && charge !== undefined && more.length === 0)
    return decide(charge, outcomeOf(outcome), values);
  throw new Error(`Not understood.\n\n${usage}`);
};

const outcomeOf = (given: string | undefined): DecideCharge['outcome'] => {
  const outcome = outcomes.find((candidate) => candidate === given);
  if (outcome === undefined) throw new Error(`The outcome is one of: ${outcomes.join(', ')}.`);
  return outcome;
};

const open = async (environment: string | undefined): Promise<void> => {
  if (environment === undefined) Object.assign(process.env, localService().environment);
  else process.env.TABLE_CHARGES ||= tableName(environment, 'charges');
  const charges = await openCharges();
  if (charges.length === 0) return console.log('Nothing is open.');
  for (const charge of charges) console.log(describe(charge));
};

const describe = (charge: StoredCharge): string => {
  const { id, psp, amount, currency, status, recover_at } = charge;
  const next =
    recover_at === undefined || recover_at === unscheduled ? '' : `, next look ${isoTime(recover_at)}`;
  const lines = openThings(charge).map(
    ({ kind, id, since, needs_review }) =>
      `  ${kind} ${id} open since ${isoTime(since)} (${age(since)})${needs_review ? ', needs review' : ''}`,
  );
  return [`${id}  ${psp}  ${amount} ${currency}  ${status}${next}`, ...lines].join('\n');
};

const look = async (id: string, values: Values): Promise<void> =>
  console.log(summary(await serviceClient(values).charges.refresh(id)));

/** Reads the charge for its revision, prints the decision, and records it. */
const decide = async (id: string, outcome: DecideCharge['outcome'], values: Values): Promise<void> => {
  const { note, operation, 'psp-reference': psp_reference } = values;
  if (note === undefined) throw new Error('--note is missing: say why, for later readers.');
  const client = serviceClient(values);
  const charge = await client.charges.retrieve(id);
  const amount = values.amount === undefined ? undefined : Number(values.amount);
  const waiting = charge.open.filter((thing) => thing.needs_review);
  const chosen = waiting.filter((thing) => operation === undefined || thing.operation === operation);
  for (const { kind, operation, since } of chosen)
    console.log(
      `Deciding: ${kind} ${operation}, open since ${isoTime(since * 1000)} (${age(since * 1000)}), on ${summary(charge)}. It is ${outcome}${amount === undefined ? '' : `, ${amount} ${charge.currency}`}.`,
    );
  const decided = await client.charges.decide(id, {
    outcome,
    note,
    revision: charge.revision,
    ...defined({ operation, amount, psp_reference }),
  });
  console.log(`Now: ${summary(decided)}.`);
};

const summary = ({ id, psp, psp_reference, amount, amount_captured, currency, status }: Charge): string =>
  `${id} at ${psp} (${psp_reference ?? 'no reference'}): ${status}, ${amount_captured} of ${amount} ${currency} captured`;

const isoTime = (at: number): string => new Date(at).toISOString();

const age = (since: number): string => {
  const minutes = Math.max(0, Math.floor((Date.now() - since) / 60_000));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} days`;
};

runCommand(main);
