import { registerHooks } from 'node:module';

const globals = 'jest:globals';
const began = { ...process.env };

/** What holds state of a process. Everything else is pure: compiled once, and warm for the files that follow. Official documents are, too. */
const stateful = /\/(?:lib\/runtime|functions|local|test)\/(?!conformance\/specification|tools\/specs)[^?]*$/;

const isTestFile = (specifier: string) => /\.test\.ts\?\d+$/.test(specifier);

const restoreEnvironment = (): void => {
  for (const name of Object.keys(process.env)) if (!(name in began)) delete process.env[name];
  Object.assign(process.env, began);
};

/** Whose instance of a stateful module is meant: that of the test file that asks for it, directly or through others. */
const asked = (url: string, parent: string | undefined): string => {
  const query = parent?.split('?')[1];
  return query && stateful.test(url) ? `${url}?${query}` : url;
};

process.exit = (code) => {
  throw new Error(`A test ends the process of all: process.exit(${code ?? ''})`);
};

/**
 * Jest runs the test files of a worker in one thread here: compiling their imports again for each file took half of the time. Each begins with the run's
 * own environment and with stateful modules of its own. No test can mock a module or use `test.concurrent`, and there is no time limit.
 */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === '@jest/globals') return { url: globals, shortCircuit: true };
    if (isTestFile(specifier)) restoreEnvironment();
    const found = next(specifier, context);
    return { ...found, url: asked(found.url, context.parentURL) };
  },
  load: (url, context, next) =>
    url === globals
      ? {
          format: 'module',
          shortCircuit: true,
          source:
            'export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } = globalThis;',
        }
      : next(url, context),
});
