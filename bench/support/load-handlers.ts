import { type Handlers, type Step, stepNames } from './payment-chain.ts';

/** The handlers of a payment from their bundles. Each bundle is a separate module, with its own client and sockets, as in Lambda. */
export const loadHandlers = async (fileOf: (step: Step) => string): Promise<Handlers> =>
  Object.fromEntries(
    await Promise.all(stepNames.map(async (step) => [step, (await import(fileOf(step))).handler] as const)),
  ) as Handlers;

/** A variable that the parent process has set. */
export const setting = (variable: string): string => {
  const value = process.env[variable];
  if (!value) throw new Error(`${variable} is not set`);
  return value;
};
