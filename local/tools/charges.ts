import { parseArgs } from 'node:util';
import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda';
import type { RecoverEvent } from '../../functions/recover-charges.ts';
import { paymentStore } from '../../lib/edge/dynamodb.ts';
import { recoveryShards } from '../../lib/edge/payment-ports.ts';
import { openThings } from '../../lib/payments/recovery/open-things.ts';
import { unscheduled } from '../../lib/payments/recovery-mark.ts';
import { tableName } from '../../lib/storage/tables.ts';
import type { Charge } from '../../lib/types/records.ts';
import { findRunningService, usualPort } from '../running-service.ts';

const usage = `Lists charges with something open, and has recovery look at one now.

  npm run charges -- open [--env <environment>]
  npm run charges -- resolve <charge> [--env <environment>]
  npm run charges -- decide <charge> captured <the PSP's reference>    what a person found at the PSP, for a charge
  npm run charges -- decide <charge> absent                            that needs review

With --env, those of that deployed environment, through your AWS credentials and region. Without it, those of the service that runs on
this machine (on PORT, else 4000).`;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { env: { type: 'string' }, help: { type: 'boolean' } },
  });
  const [command, charge, ...more] = positionals;
  const [outcome, psp_reference] = more;
  if (values.help || command === undefined) return console.log(usage);
  if (command === 'open' && charge === undefined) return open(values.env);
  if (command === 'resolve' && charge !== undefined && more.length === 0) return tell({ charge }, values.env);
  if (command === 'decide' && charge !== undefined && more.length < 3) {
    if (outcome === 'absent' && psp_reference === undefined)
      return tell({ charge, decision: { outcome } }, values.env);
    if ((outcome === 'captured' || outcome === 'approved') && psp_reference !== undefined)
      return tell({ charge, decision: { outcome, psp_reference } }, values.env);
  }
  throw new Error(`Not understood.\n\n${usage}`);
};

const open = async (environment: string | undefined): Promise<void> => {
  if (environment === undefined) useLocalService();
  else process.env.TABLE_CHARGES = tableName(environment, 'charges');
  const charges: Charge[] = [];
  for (let shard = 0; shard < recoveryShards; shard++)
    for (const id of await paymentStore().due(shard, unscheduled, 1000)) {
      const charge = await paymentStore().charge(id);
      if (charge && openThings(charge).length > 0) charges.push(charge);
    }
  if (charges.length === 0) return console.log('Nothing is open.');
  for (const charge of charges.sort((a, b) => a.started - b.started)) console.log(describe(charge));
};

const describe = (charge: Charge): string => {
  const what = openThings(charge)
    .map(({ action, since }) => `${why[action]} since ${new Date(since).toISOString()}`)
    .join(', ');
  const next =
    charge.recover_at === undefined || charge.recover_at === unscheduled
      ? 'needs a person'
      : `next look ${new Date(charge.recover_at).toISOString()}`;
  return `${charge.id}  ${charge.psp}  ${charge.amount} ${charge.currency}  ${charge.status}: ${what}; ${next}`;
};

const why = {
  look_up: 'outcome not known',
  operation: 'capture or cancel without a result',
  reverse: 'late effect not yet returned',
  refunds: 'refund without a result',
} as const;

/** Hands an event to the recovery function: the deployed one, or this machine's. */
const tell = async (event: RecoverEvent, environment: string | undefined): Promise<void> => {
  if (environment === undefined) {
    useLocalService();
    const { handler } = await import('../../functions/recover-charges.ts');
    console.log(JSON.stringify(await handler(event, { getRemainingTimeInMillis: () => 60_000 })));
    return;
  }
  const { Payload, FunctionError } = await new LambdaClient().send(
    new InvokeCommand({
      FunctionName: `payments-${environment}-recover-charges`,
      Payload: JSON.stringify(event),
    }),
  );
  const answer = Payload ? Buffer.from(Payload).toString('utf8') : '';
  if (FunctionError) throw new Error(answer);
  console.log(answer);
};

const useLocalService = (): void => {
  const running = findRunningService();
  if (running === undefined)
    throw new Error(
      `No service runs on port ${usualPort()}. Start it (npm start), name its port (PORT=…), or a deployed environment with --env.`,
    );
  Object.assign(process.env, running.environment);
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
