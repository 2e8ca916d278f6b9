import { afterEach, describe, expect, test } from '@jest/globals';
import { send, startGateway, stopGateway } from './gateway-client.ts';

afterEach(stopGateway);

describe('what a function returns', () => {
  test.each([
    ['an object without statusCode', { a: 1 }, 200, '{"a":1}', 'application/json'],
    ['a text', 'hello', 200, 'hello', 'application/json'],
    ['nothing', undefined, 200, 'null', 'application/json'],
    ['a list', [1], 200, '[1]', 'application/json'],
    ['a status and a body', { statusCode: 201, body: 'x' }, 201, 'x', 'text/plain;charset=UTF-8'],
    [
      'a type',
      { statusCode: 200, headers: { 'Content-Type': 'text/html' }, body: 'x' },
      200,
      'x',
      'text/html',
    ],
    [
      'base64',
      { statusCode: 200, body: 'aMOp', isBase64Encoded: true },
      200,
      'hé',
      'text/plain;charset=UTF-8',
    ],
    ['204', { statusCode: 204, body: 'x' }, 204, '', undefined],
  ])('%s', async (_, result, status, body, type) => {
    const answer = await send(await startGateway(() => result), 'GET /');
    expect([answer.status, answer.body, answer.headers['content-type']]).toEqual([status, body, type]);
  });

  test('headers and cookies', async () => {
    const running = await startGateway(() => ({
      statusCode: 200,
      headers: { 'X-Number': 7, 'x-true': true, 'content-length': '999' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: 'x',
    }));
    const { headers } = await send(running, 'GET /');
    expect(headers).toMatchObject({ 'x-number': '7', 'x-true': 'true', 'content-length': '1' });
    expect(headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2']);
    expect(headers['apigw-requestid']).toBeDefined();
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  test.each([
    ['a throw', () => Promise.reject(new Error('secret'))],
    [
      'a synchronous throw',
      () => {
        throw new Error('secret');
      },
    ],
    ['a status as text', () => ({ statusCode: '200' })],
    ['a status out of range', () => ({ statusCode: 99 })],
    ['a body that is no text', () => ({ statusCode: 200, body: { a: 1 } })],
    ['headers that are no object', () => ({ statusCode: 200, headers: [] })],
    ['a header that is an object', () => ({ statusCode: 200, headers: { a: {} } })],
    ['a header with a line break', () => ({ statusCode: 200, headers: { a: 'x\r\ny: z' } })],
    ['cookies that are no list', () => ({ statusCode: 200, cookies: 'a=1' })],
    ['a circular result', () => circular],
    ['a big integer', () => ({ statusCode: 200n })],
  ])('%s is the gateway’s own 500', async (_, handler) => {
    const errors: unknown[] = [];
    const running = await startGateway(handler, { onFunctionError: (name) => errors.push(name) });
    const answer = await send(running, 'GET /');
    expect([answer.status, answer.body]).toEqual([500, '{"message":"Internal Server Error"}']);
    expect(errors).toEqual(['refuse-unknown-route']);
  });

  test('a function that cannot be loaded is a 500, and asked for again', async () => {
    let tries = 0;
    const load = async () => {
      tries += 1;
      if (tries === 1) throw new Error('no such file');
      return () => 'there';
    };
    const running = await startGateway(() => '', { load });
    expect((await send(running, 'GET /')).status).toBe(500);
    expect((await send(running, 'GET /')).body).toBe('there');
  });
});

describe('an invocation', () => {
  test('shares nothing: event and result cross as JSON', async () => {
    const shared = { statusCode: 200, headers: { a: '1' }, body: 'x', drop: undefined };
    const running = await startGateway((event: { touched?: boolean }) => {
      if (event.touched) throw new Error('an event of another invocation');
      event.touched = true;
      return shared;
    });
    await Promise.all([send(running, 'GET /'), send(running, 'GET /')]);
    expect(shared.headers).toEqual({ a: '1' });
  });

  test('has a context of its own', async () => {
    const ids = new Set<unknown>();
    const running = await startGateway((_, context) => {
      ids.add(context.awsRequestId);
      expect(context.getRemainingTimeInMillis()).toBeLessThanOrEqual(29_000);
      const { functionName, memoryLimitInMB, invokedFunctionArn, callbackWaitsForEmptyEventLoop } = context;
      return { functionName, memoryLimitInMB, invokedFunctionArn, callbackWaitsForEmptyEventLoop };
    });
    const answers = await Promise.all([send(running, 'GET /'), send(running, 'GET /')]);
    expect(ids.size).toBe(2);
    expect(JSON.parse(answers[0].body)).toEqual({
      functionName: 'refuse-unknown-route',
      memoryLimitInMB: '512',
      invokedFunctionArn: 'arn:aws:lambda:local:000000000000:function:refuse-unknown-route',
      callbackWaitsForEmptyEventLoop: true,
    });
  });

  test('beyond the limit is a 503, and the function goes on', async () => {
    const finish = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    const running = await startGateway(
      async () => {
        await finish.promise;
        ended.resolve('went on');
        return 'too late';
      },
      { timeoutMs: 20 },
    );
    const answer = await send(running, 'GET /');
    expect([answer.status, answer.body]).toEqual([503, '{"message":"Service Unavailable"}']);
    finish.resolve();
    expect(await ended.promise).toBe('went on');
  });

  test('close waits for it', async () => {
    const finish = Promise.withResolvers<void>();
    const started = Promise.withResolvers<void>();
    const running = await startGateway(async () => {
      started.resolve();
      await finish.promise;
      return 'done';
    });
    const answer = send(running, 'GET /');
    await started.promise;
    const closed = running.close();
    finish.resolve();
    expect((await answer).body).toBe('done');
    await closed;
    await expect(send(running, 'GET /')).rejects.toThrow('ECONNREFUSED');
  });
});
