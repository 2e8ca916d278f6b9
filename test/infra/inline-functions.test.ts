import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { describe, expect, jest, test } from '@jest/globals';
import { reducedLimits, stageLimits } from '../../infra/api/stage-limits.ts';
import { environments } from '../../infra/environments.ts';
import { stranger } from '../../infra/lambda/stranger.ts';
import { createTestServer } from '../tools/create-test-server.ts';

type Handler = (event: unknown) => Promise<void>;
const require = createRequire(import.meta.url);

/** What the template holds, loaded as Lambda loads it; the SDK of the runtime is stood in for. */
const load = (name: string, sdk: Readonly<Record<string, unknown>> = {}): Handler => {
  const code = readFileSync(new URL(`../../infra/lambda/inline/${name}.cjs`, import.meta.url), 'utf8');
  expect(code.length).toBeLessThan(4_096);
  const exported: { handler?: Handler } = {};
  new Function('exports', 'require', code)(exported, (id: string) => sdk[id] ?? require(id));
  if (!exported.handler) throw new Error(`${name} has no handler`);
  return exported.handler;
};

describe('make-up-origin-proof', () => {
  const asked = async (RequestType: string) => {
    const bodies: string[] = [];
    const types: unknown[] = [];
    const server = createTestServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      bodies.push(body);
      types.push(request.headers['content-type']);
      response.end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await load('make-up-origin-proof')({
      RequestType,
      ResponseURL: `http://127.0.0.1:${port}/?signed`,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'proof',
      ResourceProperties: { Generation: 'g1' },
    });
    server.close();
    expect(types).toEqual([undefined]);
    return JSON.parse(bodies[0] ?? '');
  };

  test('answers CloudFormation with a random value and its digest, marked not to be shown', async () => {
    const first = await asked('Create');
    expect(first).toMatchObject({
      Status: 'SUCCESS',
      PhysicalResourceId: 'origin-g1',
      NoEcho: true,
      StackId: 'stack',
      RequestId: 'request',
      LogicalResourceId: 'proof',
    });
    expect(first.Data.value).toMatch(/^[\w-]{64}$/);
    expect(first.Data.digest).toBe(createHash('sha256').update(first.Data.value).digest('hex'));
    expect((await asked('Create')).Data.value).not.toBe(first.Data.value);
  });

  test('returns nothing when it is deleted', async () => {
    expect(await asked('Delete')).not.toHaveProperty('Data');
  });
});

describe('check-version', () => {
  class Command {
    readonly input: unknown;
    constructor(input: unknown) {
      this.input = input;
    }
  }
  class GetDeploymentCommand extends Command {}
  class PutLifecycleEventHookExecutionStatusCommand extends Command {}
  class InvokeCommand extends Command {}

  const judged = async (answer: { readonly FunctionError?: string; readonly payload: unknown } | Error) => {
    jest.spyOn(console, 'log').mockImplementation(() => undefined);
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const seen: Command[] = [];
    const content = JSON.stringify({
      version: 0,
      Resources: [
        { fn: { Type: 'AWS::Lambda::Function', Properties: { Name: 'payments-prod-x', TargetVersion: 7 } } },
      ],
    });
    const send = async (command: Command) => {
      seen.push(command);
      if (command instanceof GetDeploymentCommand)
        return { deploymentInfo: { revision: { string: { content } } } };
      if (!(command instanceof InvokeCommand)) return {};
      if (answer instanceof Error) throw answer;
      return { FunctionError: answer.FunctionError, Payload: Buffer.from(JSON.stringify(answer.payload)) };
    };
    class Client {
      readonly send = send;
    }
    process.env.STRANGER = JSON.stringify(stranger);
    await load('check-version', {
      '@aws-sdk/client-codedeploy': {
        CodeDeployClient: Client,
        GetDeploymentCommand,
        PutLifecycleEventHookExecutionStatusCommand,
      },
      '@aws-sdk/client-lambda': { LambdaClient: Client, InvokeCommand },
    })({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'h-1' });
    delete process.env.STRANGER;
    jest.restoreAllMocks();
    expect(seen[1]?.input).toEqual({
      FunctionName: 'payments-prod-x',
      Qualifier: '7',
      Payload: JSON.stringify(stranger),
    });
    expect(seen[2]?.input).toMatchObject({ deploymentId: 'd-1', lifecycleEventHookExecutionId: 'h-1' });
    const [, , verdict] = seen as readonly { readonly input: { readonly status?: string } }[];
    return verdict?.input.status;
  };

  test.each([
    ['an answer that refuses the stranger', { payload: { statusCode: 401 } }, 'Succeeded'],
    ['a run of recovery', { payload: {} }, 'Succeeded'],
    ['a 500', { payload: { statusCode: 500 } }, 'Failed'],
    ['a secret that is missing', { payload: { statusCode: 503 } }, 'Failed'],
    [
      'a function that does not start',
      { FunctionError: 'Unhandled', payload: { errorType: 'Error' } },
      'Failed',
    ],
    ['a call that is refused', new Error('AccessDenied'), 'Failed'],
  ])('judges %s', async (_, answer, status) => {
    expect(await judged(answer)).toBe(status);
  });
});

describe('limit-calls', () => {
  const limits = {
    USUAL: JSON.stringify(stageLimits(environments.prod)),
    REDUCED: JSON.stringify(reducedLimits(environments.prod)),
  };

  const limited = async (value: string) => {
    const inputs: unknown[] = [];
    class ApiGatewayV2Client {
      readonly send = async ({ input }: { readonly input: unknown }) => inputs.push(input);
    }
    class UpdateStageCommand {
      readonly input: unknown;
      constructor(input: unknown) {
        this.input = input;
      }
    }
    jest.spyOn(console, 'log').mockImplementation(() => {});
    Object.assign(process.env, { API: 'a1', ...limits });
    await load('limit-calls', {
      '@aws-sdk/client-apigatewayv2': { ApiGatewayV2Client, UpdateStageCommand },
    })({ alarmData: { alarmName: 'payments-prod-calls-refused', state: { value } } });
    for (const name of ['API', ...Object.keys(limits)]) delete process.env[name];
    jest.restoreAllMocks();
    return inputs;
  };

  test('takes fewer calls while the alarm rings, but as many webhooks and returns as before', async () => {
    const [input, ...more] = await limited('ALARM');
    expect(more).toEqual([]);
    const { all_routes, reduced, webhooks, returns } = environments.prod.throttle;
    expect(reduced.rate).toBeLessThan(all_routes.rate);
    expect(input).toMatchObject({
      ApiId: 'a1',
      StageName: '$default',
      DefaultRouteSettings: { ThrottlingRateLimit: reduced.rate, ThrottlingBurstLimit: reduced.burst },
      RouteSettings: {
        'POST /v1/webhooks/{psp}': { ThrottlingRateLimit: webhooks.rate },
        'GET /v1/checkout/sessions/{id}/return': { ThrottlingRateLimit: returns.rate },
      },
    });
  });

  test('takes as many as the template says once it is over', async () => {
    expect(await limited('OK')).toEqual([
      { ApiId: 'a1', StageName: '$default', ...stageLimits(environments.prod) },
    ]);
  });

  test.each(['INSUFFICIENT_DATA', ''])('changes nothing for the state "%s"', async (state) => {
    expect(await limited(state)).toEqual([]);
  });
});
