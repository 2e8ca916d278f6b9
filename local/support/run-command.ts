import { isPaymentError, type PaymentError } from '../../clients/server/src/index.ts';
import { errorLine } from '../../lib/runtime/error-line.ts';
import { type CommandLine, type Options, readCommandLine } from './read-command-line.ts';

export type Command<Own extends Options> = {
  readonly usage: string;
  readonly options: Own;
  /** The exit code of whatever could not be done: 1 by default; of what is not understood, 2. */
  readonly failure?: number;
};

/** Runs a command line's `main`, or shows how to use it. Errors are shown without a stack; a reader who has had enough, such as `head`, is none. */
export const runCommand = <const Own extends Options>(
  { usage, options, failure = 1 }: Command<Own>,
  main: (values: CommandLine<Own>['values'], words: readonly string[]) => Promise<void>,
): void => {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    if (code === 'EPIPE') process.exit();
  });
  const run = async (): Promise<void> => {
    const { values, words } = readCommandLine(usage, options);
    await main(values, words);
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
