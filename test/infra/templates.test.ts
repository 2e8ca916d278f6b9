import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { environments } from '../../infra/environments.ts';
import { routes } from '../../lib/http/routes.ts';
import { tables } from '../../lib/storage/tables.ts';
import { type Assembly, type Resource, resourcesOf, synthesizedAssembly, type Template } from './assembly.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf } from './role-policy.ts';
import { templateRoutes } from './template-routes.ts';

const patience_ms = 300_000;

describe.each(Object.values(environments))('the templates of $name', (environment) => {
  let assembly: Assembly;
  let all: readonly Template[];

  beforeAll(() => {
    assembly = synthesizedAssembly(environment.name);
    all = Object.values(assembly.stacks);
  }, patience_ms);

  afterAll(() => {
    if (assembly) rmSync(assembly.directory, { recursive: true });
  });

  const resources = (type: string): readonly Resource[] =>
    all.flatMap((template) => resourcesOf(template, type).map(([, resource]) => resource));
  const properties = (type: string) => resources(type).map((resource) => resource.Properties);

  test('are made without a warning and without a finding', () => {
    expect(assembly.synthesis.output).not.toMatch(/warn/i);
    expect(
      JSON.parse(readFileSync(`${assembly.directory}/validation-report.json`, 'utf8')).pluginReports,
    ).toEqual([]);
  });

  test('have every route of the table, each with its own function, and one function for the rest', () => {
    const expected = routes.map(({ method, path, function: name }) => ({ method, path, function: name }));
    const rest = { method: '$default', path: '', function: 'refuse-unknown-route' };
    const byKey = (a: { method: string; path: string }, b: { method: string; path: string }) =>
      `${a.method} ${a.path}`.localeCompare(`${b.method} ${b.path}`);
    expect(templateRoutes(assembly).toSorted(byKey)).toEqual([...expected, rest].toSorted(byKey));
    for (const integration of properties('AWS::ApiGatewayV2::Integration'))
      expect(integration).toMatchObject({ PayloadFormatVersion: '2.0', IntegrationType: 'AWS_PROXY' });
    expect(properties('AWS::ApiGatewayV2::Api')).toEqual([
      expect.not.objectContaining({ CorsConfiguration: expect.anything() }),
    ]);
  });

  test('let API Gateway invoke each function through its own routes only', () => {
    const resolve = resolver(assembly.stacks, assembly.stacks.stateless);
    const sources = properties('AWS::Lambda::Permission')
      .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
      .map(({ SourceArn }) => resolve(SourceArn).split('/*/')[1]);
    expect(sources.toSorted()).toEqual(
      [...routes.map(({ method, path }) => method + path), '$default'].toSorted(),
    );
  });

  test('run every function on arm64 and nodejs24.x, traced, with a log group and a role of its own', () => {
    const functions = [...functionsOf(assembly, environment.name)];
    expect(functions).toHaveLength(14);
    expect(new Set(functions.map(([, { resource }]) => JSON.stringify(resource.Properties.Role))).size).toBe(
      14,
    );
    for (const [name, { resource, template }] of functions) {
      expect(resource.Properties).toMatchObject({
        Architectures: ['arm64'],
        Runtime: 'nodejs24.x',
        Handler: 'index.handler',
        TracingConfig: { Mode: 'Active' },
        LoggingConfig: { LogFormat: 'JSON' },
      });
      const { LogGroup } = resource.Properties.LoggingConfig as { readonly LogGroup: unknown };
      expect(resolver(assembly.stacks, template)(LogGroup)).toBe(`/payments/${environment.name}/${name}`);
      if (name !== 'recover-charges') expect(Number(resource.Properties.Timeout)).toBeLessThan(30);
    }
  });

  test('tell functions nothing secret and give each variable only where it is used', () => {
    for (const [name, { resource }] of functionsOf(assembly, environment.name)) {
      const { Variables = {} } = (resource.Properties.Environment ?? {}) as {
        Variables?: Record<string, unknown>;
      };
      expect(JSON.stringify(Variables)).not.toMatch(
        /api_key|webhook_secret|signing_key|resolve:secretsmanager/,
      );
      expect('CARD_CAPTURE' in Variables).toBe(name === 'confirm-checkout-session');
      expect('APPCONFIG_STRATEGY' in Variables).toBe(name === 'update-routing-rules');
    }
    const confirm = functionsOf(assembly, environment.name).get('confirm-checkout-session');
    expect(confirm?.resource.Properties.Environment).toMatchObject({
      Variables: { MODE: environment.mode, CARD_CAPTURE: environment.card_capture },
    });
  });

  test('keep records encrypted with a key that turns over, restorable, and protected where the environment is', () => {
    const created = properties('AWS::DynamoDB::GlobalTable');
    expect(created.map(({ TableName }) => TableName).toSorted()).toEqual(
      tables.map(({ id }) => `payments-${environment.name}-${id.replace('_', '-')}`).toSorted(),
    );
    for (const table of created) {
      const description = tables.find(({ id }) => String(table.TableName).endsWith(id.replace('_', '-')));
      expect(table).toMatchObject({
        BillingMode: 'PAY_PER_REQUEST',
        SSESpecification: { SSEEnabled: true, SSEType: 'KMS' },
        Replicas: [
          {
            DeletionProtectionEnabled: environment.protected,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
            SSESpecification: { KMSMasterKeyId: expect.anything() },
          },
        ],
      });
      expect(table.TimeToLiveSpecification).toEqual(
        description?.ttl ? { AttributeName: description.ttl, Enabled: true } : undefined,
      );
    }
    for (const key of properties('AWS::KMS::Key')) expect(key).toMatchObject({ EnableKeyRotation: true });
    expect(properties('AWS::KMS::Key')).toHaveLength(3);
  });

  test('retain what holds data exactly where the environment is protected', () => {
    const kept = [
      'AWS::DynamoDB::GlobalTable',
      'AWS::KMS::Key',
      'AWS::SecretsManager::Secret',
      'AWS::AppConfig::Application',
    ];
    for (const resource of kept.flatMap(resources)) {
      expect(resource.DeletionPolicy).toBe(environment.protected ? 'Retain' : 'Delete');
      expect(resource.UpdateReplacePolicy).toBe(environment.protected ? 'Retain' : 'Delete');
    }
  });

  test('create secrets without values, under our key, one for each account', () => {
    const created = properties('AWS::SecretsManager::Secret');
    expect(created.map(({ Name }) => Name).toSorted()).toEqual(
      [
        ...Object.keys(environment.accounts).map((account) => `payments/${environment.name}/psp/${account}`),
        `payments/${environment.name}/tokens`,
      ].toSorted(),
    );
    for (const secret of created) {
      expect(Object.keys(secret)).not.toContain('SecretString');
      expect(Object.keys(secret)).not.toContain('GenerateSecretString');
      expect(secret.KmsKeyId).toBeDefined();
    }
  });

  test('keep logs for a stated time, encrypted', () => {
    const groups = properties('AWS::Logs::LogGroup');
    expect(groups).toHaveLength(16);
    for (const group of groups) {
      expect(group.RetentionInDays).toBe(environment.log_retention_days);
      if (!String(group.LogGroupName).startsWith('aws-waf-logs-')) expect(group.KmsKeyId).toBeDefined();
    }
  });

  test('speak TLS only', () => {
    expect(properties('AWS::CloudFront::Distribution')).toMatchObject([
      {
        DistributionConfig: {
          DefaultCacheBehavior: { ViewerProtocolPolicy: 'https-only' },
          Origins: [
            { CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] } },
          ],
          WebACLId: {
            'Fn::GetStackOutput': { StackName: `payments-${environment.name}-edge`, OutputName: 'WebAclArn' },
          },
        },
      },
    ]);
    for (const type of ['AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy'])
      expect(JSON.stringify(properties(type))).toContain('"aws:SecureTransport":"false"');
  });

  test('overwrite the client address header and send security headers', () => {
    const [edgeFunction] = properties('AWS::CloudFront::Function');
    const handler = new Function(`${edgeFunction?.FunctionCode}; return handler`)() as (
      event: unknown,
    ) => unknown;
    const request = { headers: { 'true-client-ip': { value: '10.0.0.1' } } };
    expect(handler({ viewer: { ip: '192.0.2.7' }, request })).toEqual({
      headers: { 'true-client-ip': { value: '192.0.2.7' } },
    });
    expect(properties('AWS::CloudFront::ResponseHeadersPolicy')).toMatchObject([
      {
        ResponseHeadersPolicyConfig: {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: {
              ContentSecurityPolicy: expect.stringContaining("frame-ancestors 'none'"),
            },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000 },
          },
        },
      },
    ]);
  });

  test('throttle, and log requests by an allow-list of fields', () => {
    const [stage] = properties('AWS::ApiGatewayV2::Stage');
    expect(stage).toMatchObject({
      DefaultRouteSettings: { ThrottlingRateLimit: environment.throttle.all_routes.rate },
      RouteSettings: {
        'POST /v1/routing/rules': { ThrottlingRateLimit: environment.throttle.publishing.rate },
      },
    });
    const { Format } = (stage as { AccessLogSettings: { Format: string } }).AccessLogSettings;
    expect(Object.values(JSON.parse(Format))).toEqual([
      '$context.requestId',
      '$context.requestTime',
      '$context.routeKey',
      '$context.status',
      '$context.responseLatency',
      '$context.integrationLatency',
      '$context.integrationStatus',
      '$context.error.messageString',
      '$context.responseLength',
    ]);
  });

  test('start recovery every minute, two runs at most, and keep what failed', () => {
    expect(properties('AWS::Scheduler::Schedule')).toMatchObject([
      {
        ScheduleExpression: 'rate(1 minute)',
        Target: { RetryPolicy: { MaximumRetryAttempts: 0 }, DeadLetterConfig: { Arn: expect.anything() } },
      },
    ]);
    expect(properties('AWS::Lambda::EventInvokeConfig')).toMatchObject([
      { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: expect.anything() } } },
    ]);
    const reserved = [...functionsOf(assembly, environment.name)].flatMap(([name, { resource }]) =>
      resource.Properties.ReservedConcurrentExecutions === undefined
        ? []
        : [[name, resource.Properties.ReservedConcurrentExecutions]],
    );
    expect(reserved).toEqual([['recover-charges', 2]]);
  });

  test('shift traffic by canary, and back on alarm, where the environment says so', () => {
    const groups = properties('AWS::CodeDeploy::DeploymentGroup');
    expect(groups).toHaveLength(environment.canary ? 13 : 0);
    for (const group of groups)
      expect(group).toMatchObject({
        DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
        AlarmConfiguration: { Enabled: true, Alarms: [expect.anything(), expect.anything()] },
        AutoRollbackConfiguration: {
          Enabled: true,
          Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
        },
      });
  });

  test('validate published rules, and watch them where the environment says so', () => {
    expect(properties('AWS::AppConfig::ConfigurationProfile')).toMatchObject([
      { Validators: [{ Type: 'LAMBDA' }] },
    ]);
    const published = properties('AWS::AppConfig::DeploymentStrategy').filter(
      ({ Name }) => !String(Name).endsWith('first-rules'),
    );
    expect(published).toMatchObject([
      {
        DeploymentDurationInMinutes: 0,
        GrowthFactor: 100,
        FinalBakeTimeInMinutes: environment.rules_watch_minutes,
      },
    ]);
    const [place] = properties('AWS::AppConfig::Environment');
    expect(place?.Monitors ?? []).toHaveLength(environment.rules_watch_minutes > 0 ? 1 : 0);
  });

  test('name no account', () => {
    expect(JSON.stringify(all)).not.toMatch(/[":]\d{12}[":]/);
  });
});
