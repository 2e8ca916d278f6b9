import { existsSync } from 'node:fs';
import type { Handler } from './gateway/create-invoker.ts';

/** The `handler` of a file in `functions/`. */
export const loadFunction = async (name: string): Promise<Handler> => {
  const module: { readonly handler?: unknown } = await import(`../functions/${name}.ts`);
  if (!isHandler(module.handler)) throw new Error(`functions/${name}.ts exports no handler`);
  return module.handler;
};

export const functionExists = (name: string): boolean =>
  existsSync(new URL(`../functions/${name}.ts`, import.meta.url));

const isHandler = (value: unknown): value is Handler => typeof value === 'function';
