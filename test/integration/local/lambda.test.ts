import { EventEmitter, once } from 'node:events';
import { afterEach, expect, test } from '@jest/globals';
import { needsOf } from '../../../infra/function-needs.ts';
import { defined } from '../../../lib/types/defined.ts';
import { limitOf, startLambda } from '../../../local/aws/lambda.ts';

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const start = async (run: (event: unknown) => unknown) => {
  const errors = new EventEmitter();
  const { url, close } = await startLambda({
    invoke: async (name, event) => {
      if (name !== 'known') throw new TypeError(`no ${name}`);
      return run(event);
    },
    onFunctionError: (name, error) => errors.emit('failed', name, error),
  });
  closers.push(close);
  const invoke = (type: string | undefined, name = 'known') =>
    fetch(`${url}/2015-03-31/functions/${name}/invocations`, {
      method: 'POST',
      headers: defined({ 'x-amz-invocation-type': type }),
      body: '{"a":1}',
    });
  return { invoke, errors };
};

test.each([undefined, 'RequestResponse'])('%s: the answer is what the function returned', async (type) => {
  const { invoke } = await start((event) => ({ got: event }));
  const answer = await invoke(type);
  expect([answer.status, answer.headers.get('x-amz-function-error')]).toEqual([200, null]);
  expect(await answer.json()).toEqual({ got: { a: 1 } });
});

test('RequestResponse: a failing function says so, and its failure is reported', async () => {
  const { invoke, errors } = await start(() => 1);
  const reported = once(errors, 'failed');
  const answer = await invoke('RequestResponse', 'other');
  expect([answer.status, answer.headers.get('x-amz-function-error')]).toEqual([200, 'Unhandled']);
  expect(await answer.json()).toEqual({ errorType: 'TypeError', errorMessage: 'no other' });
  expect((await reported)[0]).toBe('other');
});

test('Event: accepted before the function has ended, and its failure is reported', async () => {
  const { invoke, errors } = await start(() => new Promise(() => {}));
  expect((await invoke('Event')).status).toBe(202);
  const reported = once(errors, 'failed');
  expect((await invoke('Event', 'other')).status).toBe(202);
  expect((await reported)[0]).toBe('other');
});

test('no other type is known', async () => {
  const { invoke } = await start(() => 1);
  expect((await invoke('DryRun')).status).toBe(400);
});

test.each(['deliver-events', 'run-backtest', 'settle-rule-versions'])(
  '%s may run as long as it does when deployed',
  (name) => {
    expect(limitOf(name)).toBe(needsOf(name).timeout_s * 1_000);
  },
);
