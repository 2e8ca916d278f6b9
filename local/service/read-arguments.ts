import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { refuseUnknownOptions } from '../support/refuse-unknown-options.ts';
import { defaultPort } from '../support/running-service.ts';

export type Arguments = {
  readonly port: number;
  readonly dataDir: string | undefined;
  /** A file, or `-` for standard error. */
  readonly log: string | undefined;
  readonly quiet: boolean;
  /** Begin with a week of payments. */
  readonly demo: boolean;
  readonly help: boolean;
};

const options = {
  data: { type: 'string' },
  demo: { type: 'boolean' },
  log: { type: 'string' },
  quiet: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Throws a readable message if an option or `PORT` is wrong. */
export const readArguments = (
  parameters: readonly string[],
  environment: Readonly<Record<string, string | undefined>>,
): Arguments => {
  refuseUnknownOptions(parameters, options);
  const { values } = parseArgs({ args: [...parameters], options });
  if (values.data === '') throw new Error('--data needs a directory');
  if (values.log === '') throw new Error('--log needs a file, or - for standard error');
  const port = environment.PORT || String(defaultPort);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`PORT is 0 to 65535, not ${port}`);
  return {
    port: Number(port),
    dataDir: values.data === undefined ? undefined : resolve(values.data),
    log: values.log,
    quiet: values.quiet ?? false,
    demo: values.demo ?? false,
    help: values.help ?? false,
  };
};
