import { type ParseArgsConfig, parseArgs } from 'node:util';
import { isPaymentError, type PaymentError } from '../../clients/server/src/index.ts';
import { errorLine } from '../../lib/runtime/error-line.ts';
import { refuseUnknownOptions } from './refuse-unknown-options.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

const help = { type: 'boolean', short: 'h' } as const;

type Given<Own extends Options> = ReturnType<
  typeof parseArgs<{ readonly allowPositionals: true; readonly options: Own }>
>;

export type Command<Own extends Options> = {
  readonly usage: string;
  readonly options: Own;
  /** The exit code of whatever could not be done: 1 by default. */
  readonly failure?: number;
};

/** Runs a command line's `main`, or shows how to use it. Errors are shown without a stack; a reader who has had enough, such as `head`, is none. */
export const runCommand = <const Own extends Options>(
  { usage, options, failure = 1 }: Command<Own>,
  main: (values: Given<Own>['values'], words: readonly string[]) => Promise<void>,
): void => {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
  });
  const run = async (): Promise<void> => {
    const args = process.argv.slice(2);
    const all = { ...options, help };
    refuseUnknownOptions(args, all);
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: all });
    if ((values as { readonly help?: boolean }).help) return console.log(usage);
    await main(values as Given<Own>['values'], positionals);
  };
  run().catch((error: unknown) => {
    console.error(messageOf(error));
    process.exitCode = failure;
  });
};

/** What a command line says about an error. */
const messageOf = (error: unknown): string => {
  if (!isPaymentError(error)) return errorLine(error);
  return `${error.code}: ${error.message}${error.type === 'transport_error' ? whyLost(error) : ''}`;
};

/** What the network said, such as ` (connect ECONNREFUSED 127.0.0.1:4000)`. */
const whyLost = ({ cause }: PaymentError): string => {
  let last = cause;
  while (last instanceof Error && last.cause instanceof Error) last = last.cause;
  if (!(last instanceof Error)) return '';
  const [first] = last instanceof AggregateError ? last.errors : [];
  return ` (${last.message || (first as Error | undefined)?.message})`;
};
