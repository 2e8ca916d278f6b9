import { containErrors } from '../../../../local/gateway/contain-errors.ts';
import { createGateway } from '../../../../local/gateway/create-gateway.ts';
import type { Handler } from '../../../../local/gateway/create-invoker.ts';

/** A gateway over functions that fail where nothing catches it. Tells its address, then what was contained. */
const never = () => new Promise(() => {});
const functions: Readonly<Record<string, Handler>> = {
  timer: () => {
    setTimeout(() => {
      throw new Error('in a timer');
    });
    return never();
  },
  rejection: () => {
    void Promise.reject(new Error('unhandled'));
    return never();
  },
  late: () => {
    setTimeout(() => void Promise.reject(new Error('after the answer')), 5);
    return 'answered';
  },
  slow: () => new Promise((resolve) => setTimeout(() => resolve('unharmed'), 100)),
  refuse: () => 'none',
};

containErrors(
  (error) => process.stdout.write(`contained: ${error instanceof Error ? error.message : error}\n`),
  (error) => {
    process.stdout.write(`fatal: ${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
const gateway = await createGateway({
  routes: Object.keys(functions).map((name) => ({ method: 'GET', path: `/${name}`, function: name })),
  load: async (name) => functions[name] ?? (() => null),
  defaultFunction: 'refuse',
});
process.stdout.write(`${gateway.url}\n`);
process.on('SIGTERM', () => {
  throw new Error('the platform itself');
});
