import {
  type Charge,
  type DecideCharge,
  isPaymentError,
  type PaymentError,
} from '../../clients/server/src/index.ts';
import { defined } from '../../lib/types/defined.ts';
import { callsTheApi, serviceClient, serviceOptions } from '../commands/service-client.ts';
import { runCommand } from '../support/run-command.ts';

const outcomes = ['captured', 'canceled', 'failed', 'succeeded', 'absent'] as const;

const usage = `Lists open charges, asks the PSP about one, and records what a person found out.

  npm run -s charges -- open
  npm run -s charges -- look <charge>
  npm run -s charges -- decide <charge> <outcome> --note <why>

outcome:  ${outcomes.join(', ')}
  --operation <id>        the item to decide, if more than one item on the charge needs review
  --amount <minor units>  for an attempt: what was captured (default: the requested amount)
                          for a capture: with captured, everything captured on the charge so far; with succeeded, what
                          this capture took (default: what it asked for)
                          for a reversal by refund: what that one refund gave back (default: all of it)
  --psp-reference <ref>   its id at the PSP

${callsTheApi('the scope charges:read for open, charges:write for look')} decide needs charges:read and charges:decide.`;

const options = {
  ...serviceOptions,
  note: { type: 'string' },
  operation: { type: 'string' },
  amount: { type: 'string' },
  'psp-reference': { type: 'string' },
} as const;

type Values = { readonly [Name in keyof typeof options]?: string };

const outcomeOf = (given: string | undefined): DecideCharge['outcome'] => {
  const outcome = outcomes.find((candidate) => candidate === given);
  if (outcome === undefined) throw new Error(`The outcome is one of: ${outcomes.join(', ')}.`);
  return outcome;
};

/** Longest open first. */
const open = async (values: Values): Promise<void> => {
  let found = false;
  for await (const charge of serviceClient(values).charges.list({ open: true, limit: 100 })) {
    found = true;
    console.log(describe(charge));
  }
  if (!found) console.log('Nothing is open.');
};

const describe = ({ id, psp, amount, currency, status, open }: Charge): string => {
  const looks = open.flatMap(({ next_look }) => next_look ?? []);
  const next = looks.length === 0 ? '' : `, next look ${isoTime(Math.min(...looks))}`;
  const lines = open.map(
    ({ kind, operation, since, needs_review }) =>
      `  ${kind} ${operation} open since ${isoTime(since)} (${age(since)})${needs_review ? ', needs review' : ''}`,
  );
  return [`${id}  ${psp}  ${amount} ${currency}  ${status}${next}`, ...lines].join('\n');
};

const look = async (id: string, values: Values): Promise<void> =>
  console.log(summary(await serviceClient(values).charges.refresh(id)));

/** Reads the charge for its revision, prints the decision, and records it. */
const decide = async (id: string, outcome: DecideCharge['outcome'], values: Values): Promise<void> => {
  const { note, operation, 'psp-reference': psp_reference } = values;
  if (note === undefined) throw new Error('--note is missing: say why, for later readers.');
  const amount = amountOf(values.amount);
  const client = serviceClient(values);
  const charge = await client.charges.retrieve(id);
  const waiting = charge.open.filter((thing) => thing.needs_review);
  const chosen = waiting.filter((thing) => operation === undefined || thing.operation === operation);
  for (const { kind, operation, since } of chosen)
    console.log(
      `Deciding: ${kind} ${operation}, open since ${isoTime(since)} (${age(since)}), on ${summary(charge)}. It is ${outcome}${amount === undefined ? '' : `, ${amount} ${charge.currency}`}.`,
    );
  const decision = {
    outcome,
    note,
    revision: charge.revision,
    ...defined({ operation, amount, psp_reference }),
  };
  const decided = await client.charges.decide(id, decision).catch(sayIfUnknown);
  console.log(`Now: ${summary(decided)}.`);
};

const amountOf = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  if (!/^\d{1,12}$/.test(text))
    throw new Error(`--amount: expected minor units, such as 2599, received ${text}.`);
  return Number(text);
};

/** A lost answer says nothing about the decision. It names the revision that it was made at, so that it counts once. */
const sayIfUnknown = (error: unknown): never => {
  if (isPaymentError(error) && isUnknown(error))
    console.error(
      'Whether the decision is recorded is not known. Send it again once the service answers: it counts once, and is refused if nothing waits for it any more.',
    );
  throw error;
};

const isUnknown = ({ type }: PaymentError): boolean => type === 'transport_error' || type === 'api_error';

const summary = ({ id, psp, psp_reference, amount, amount_captured, currency, status }: Charge): string =>
  `${id} at ${psp} (${psp_reference ?? 'no reference'}): ${status}, ${amount_captured} of ${amount} ${currency} captured`;

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString();

const age = (since: number): string => {
  const minutes = Math.max(0, Math.floor((Date.now() / 1000 - since) / 60));
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / (24 * 60))} days`;
};

runCommand({ usage, options }, async (values, [command, charge, outcome, ...more]) => {
  if (command === undefined) return console.log(usage);
  if (command === 'open' && charge === undefined) return open(values);
  if (command === 'look' && charge !== undefined && outcome === undefined) return look(charge, values);
  if (command === 'decide' && charge !== undefined && more.length === 0)
    return decide(charge, outcomeOf(outcome), values);
  throw new Error(`Not understood.\n\n${usage}`);
});
