import { createWriteStream } from 'node:fs';
import { pictureOf } from '../clients/browser/build-page.ts';
import { defined } from '../lib/types/defined.ts';
import { containErrors } from './gateway/contain-errors.ts';
import { requestLine } from './gateway/request-line.ts';
import { createPages } from './pages/create-pages.ts';
import { consoleLink, signInPath } from './pages/server/console-sign-in.ts';
import { firstScreen, usage } from './service/first-screen.ts';
import { type Arguments, readArguments } from './service/read-arguments.ts';
import { type RunningService, startService } from './service/start-service.ts';
import { originsIn } from './support/origins-in.ts';
import { withErrorPrefix } from './support/read-stored.ts';
import { watchParent } from './support/watch-parent.ts';

/** The program's own lines. Functions write their log to standard output, and it goes where `--log` says. */
const print = process.stdout.write.bind(process.stdout);

const main = async (): Promise<void> => {
  // Whatever this and its children write, other users of the machine do not read.
  process.umask(0o077);
  const options = readOptions();
  if (options.help) return void print(usage);
  // Once nothing reads them (`npm start | head`), every line is an error, and reporting that would cause the next one, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  process.stdout.write = logWriter(options.log);
  containErrors(
    (error) => report('unhandled error', error),
    (error) => fail(error instanceof Error ? error.stack : error),
  );

  const pages = createPages(...pageSettings());
  const linkTo = (base_url: string): string => consoleLink(base_url, pages.signInCode());
  const starting = startService({
    port: options.port,
    ...defined({ dataDir: options.dataDir }),
    week: options.demo,
    mounts: pages.mounts,
    onAnswer: (answered) => {
      pages.onAnswer(answered);
      if (options.quiet) return;
      print(requestLine(answered) ?? '');
      // The printed link is used up.
      if (answered.path === signInPath && answered.status === 204)
        void starting.then(({ base_url }) => print(`  Console, the next sign-in: ${linkTo(base_url)}\n`));
    },
    onFunctionError: report,
  });
  stopOnSignals(starting);
  const service = await starting.catch((error: unknown) => fail(explain(error, options)));
  pages.belongTo(service);
  const { base_url, api_key, psps, admin } = service;
  const console = linkTo(base_url);
  if (!options.quiet) print(firstScreen({ ...service, console }) + aboutWeek(service, console));
  print(`${options.quiet ? '' : '\n'}${JSON.stringify({ base_url, api_key, psps, admin, console })}\n`);
  fail(`${await service.failed} ended: the service cannot continue without it.`);
};

const aboutWeek = ({ week }: RunningService, console: string): string => {
  if (week === undefined) return '';
  return week === 0
    ? '\n  --demo: there are payments already, so no week of payments was added.\n'
    : `\n  A week of ${week} payments is in the console: ${console}\n`;
};

const readOptions = (): Arguments => {
  try {
    return readArguments(process.argv.slice(2), process.env);
  } catch (error) {
    return fail(`${error instanceof Error ? error.message : error}\n\n${usage}`);
  }
};

const pageSettings = (): Parameters<typeof createPages> => {
  const { MERCHANT_NAME: merchant, MERCHANT_LOGO: logo } = process.env;
  try {
    if (logo) withErrorPrefix('MERCHANT_LOGO', () => pictureOf(logo));
    return [
      { frames: originsIn('FRAME_ANCESTORS'), fonts: originsIn('FONT_ORIGINS') },
      { merchant: merchant || 'Your shop', ...(logo && { logo }) },
    ];
  } catch (error) {
    return fail(error);
  }
};

const logWriter = (log: string | undefined): typeof process.stdout.write => {
  if (log === undefined) return () => true;
  if (log === '-') return process.stderr.write.bind(process.stderr);
  const file = createWriteStream(log, { flags: 'a' });
  file.on('error', (error) => fail(`--log: ${error.message}`));
  return file.write.bind(file);
};

/** A second signal from the same ctrl-C, as npm forwards it, changes nothing; a later one ends the wait. */
const impatienceMs = 1_000;

const stopOnSignals = (starting: Promise<RunningService>): void => {
  let since: number | undefined;
  const stop = async (): Promise<void> => {
    if (since !== undefined) {
      if (performance.now() - since > impatienceMs) process.exit(1);
      return;
    }
    since = performance.now();
    const service = await starting.catch(() => undefined);
    await service?.close();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop);
  watchParent(stop);
};

const explain = (error: unknown, { port }: Arguments): unknown =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    ? `Port ${port} is in use. Choose another: PORT=${port + 1} npm start`
    : error;

const report = (functionName: string, error: unknown): void => {
  process.stderr.write(`${functionName}: ${error instanceof Error ? error.stack : error}\n`);
};

const fail = (error: unknown): never => {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exit(1);
};

await main();
