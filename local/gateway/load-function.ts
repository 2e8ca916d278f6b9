import { existsSync } from 'node:fs';
import type { Handler } from './create-invoker.ts';

/** The `handler` of a file in `functions/`. */
export const loadFunction = async (name: string): Promise<Handler> => {
  const module = await importFunction(name);
  if (!isHandler(module.handler)) throw new Error(`functions/${name}.ts exports no handler`);
  return module.handler;
};

const importFunction = async (name: string): Promise<{ readonly handler?: unknown }> => {
  try {
    return await import(`../../functions/${name}.ts`);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`functions/${name}.ts cannot be loaded: ${reason}`, { cause: error });
  }
};

export const functionExists = (name: string): boolean =>
  existsSync(new URL(`../../functions/${name}.ts`, import.meta.url));

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
