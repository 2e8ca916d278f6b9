import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { hostedPageOf } from '../../infra/base/hosted-page-of.ts';
import type { Environment } from '../../infra/environments.ts';
import { functionNames, needsOf } from '../../infra/function-needs.ts';
import { routes } from '../../lib/http/routes.ts';
import { type Assembly, type Resource, resourcesOf, type Template } from './assembly.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf } from './role-policy.ts';
import { templateRoutes } from './template-routes.ts';

/** What every environment's templates promise. */
export const describeTemplates = (environment: Environment, synthesized: () => Assembly): void =>
  describe('templates', () => {
    let assembly: Assembly;
    let all: readonly Template[];

    beforeAll(() => {
      assembly = synthesized();
      all = Object.values(assembly.stacks);
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
      const resolve = resolver(assembly.stacks.payments);
      const sources = properties('AWS::Lambda::Permission')
        .filter(({ Principal }) => Principal === 'apigateway.amazonaws.com')
        .map(({ SourceArn }) => resolve(SourceArn).split('/*/')[1]);
      expect(sources.toSorted()).toEqual(
        [...routes.map(({ method, path }) => method + path), '$default'].toSorted(),
      );
    });

    test('run every function on arm64 and nodejs24.x, with a log group and a role of its own', () => {
      const functions = [...functionsOf(assembly, environment.name)];
      expect(functions).toHaveLength(functionNames.length + (environment.alarms === 'all' ? 2 : 1));
      expect(
        new Set(functions.map(([, { resource }]) => JSON.stringify(resource.Properties.Role))).size,
      ).toBe(functions.length);
      for (const [name, { resource, template }] of functions) {
        expect(resource.Properties).toMatchObject({
          Architectures: ['arm64'],
          Runtime: 'nodejs24.x',
          Handler: 'index.handler',
          LoggingConfig: { LogFormat: 'JSON' },
        });
        const { LogGroup } = resource.Properties.LoggingConfig as { readonly LogGroup: unknown };
        expect(resource.Properties.TracingConfig !== undefined).toBe(environment.traced);
        expect(resolver(template)(LogGroup)).toBe(`/payments/${environment.name}/${name}`);
        // Nobody waits for these.
        if (
          ![
            'recover-charges',
            'settle-rule-versions',
            'record-events',
            'deliver-events',
            'pay-synthetically',
            'run-backtest',
            'run-export',
          ].includes(name)
        )
          expect(Number(resource.Properties.Timeout)).toBeLessThan(30);
      }
    });

    test('give functions no secret, and each variable only where it is used', () => {
      for (const [name, { resource }] of functionsOf(assembly, environment.name)) {
        const { Variables = {} } = (resource.Properties.Environment ?? {}) as {
          Variables?: Record<string, unknown>;
        };
        expect(JSON.stringify(Variables)).not.toMatch(
          /api_key|webhook_secret|signing_key|resolve:secretsmanager/,
        );
        expect('CARD_CAPTURE' in Variables).toBe(
          ['confirm-checkout-session', 'pay-synthetically'].includes(name),
        );
        const publishes = [
          'update-routing-rules',
          'roll-back-routing-rule',
          'delete-routing-rule',
          'approve-rule-version',
          'change-rollout',
          'settle-rule-versions',
        ];
        // The recorder has the table's name for its stream, and shows no session.
        const ofLinks = ['create-payment-link', 'retrieve-payment-links'].includes(name);
        const shows = ofLinks || ('TABLE_SESSIONS' in Variables && name !== 'record-events');
        expect('HOSTED_PAGE' in Variables).toBe(hostedPageOf(environment) !== undefined && shows);
        expect('APPCONFIG_STRATEGY' in Variables).toBe(publishes.includes(name));
        expect('REQUIRE_APPROVAL' in Variables).toBe(
          environment.require_approval && publishes.includes(name),
        );
        const outside = name === 'refuse-unknown-route' || routes.some((route) => route.function === name);
        expect('ORIGIN_PROOFS' in Variables).toBe(outside);
      }
      const confirm = functionsOf(assembly, environment.name).get('confirm-checkout-session');
      expect(confirm?.resource.Properties.Environment).toMatchObject({
        Variables: { MODE: environment.mode, CARD_CAPTURE: environment.card_capture },
      });
    });

    test('speak TLS only, and keep no error', () => {
      expect(properties('AWS::CloudFront::Distribution')).toMatchObject([
        {
          DistributionConfig: {
            DefaultCacheBehavior: { ViewerProtocolPolicy: 'https-only' },
            Origins: [
              {
                CustomOriginConfig: { OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] },
                // CloudFormation puts the value in.
                OriginCustomHeaders: [
                  {
                    HeaderName: 'origin-secret',
                    HeaderValue: { 'Fn::GetAtt': [expect.stringMatching(/^originproofg1/), 'value'] },
                  },
                ],
              },
              { OriginAccessControlId: expect.anything() },
            ],
            CacheBehaviors: [
              { PathPattern: '/docs', ViewerProtocolPolicy: 'https-only' },
              { PathPattern: '/docs/*', ViewerProtocolPolicy: 'https-only' },
              { PathPattern: '/fields/v1/*.js', ViewerProtocolPolicy: 'https-only' },
              { PathPattern: '/fields/v1/*', ViewerProtocolPolicy: 'https-only' },
              ...(hostedPageOf(environment)
                ? [{ PathPattern: '/pay/*', ViewerProtocolPolicy: 'https-only' }]
                : []),
            ],
            CustomErrorResponses: [500, 502, 503, 504].map((ErrorCode) => ({
              ErrorCode,
              ErrorCachingMinTTL: 0,
            })),
            ...(environment.firewall && { WebACLId: { 'Fn::GetStackOutput': expect.anything() } }),
          },
        },
      ]);
      for (const type of ['AWS::SQS::QueuePolicy', 'AWS::SNS::TopicPolicy', 'AWS::S3::BucketPolicy'])
        expect(JSON.stringify(properties(type))).toContain('"aws:SecureTransport":"false"');
    });

    test('overwrite the client address header and send security headers', () => {
      const edgeFunction = properties('AWS::CloudFront::Function').find(({ Name }) =>
        String(Name).endsWith('-client-address'),
      );
      const handler = new Function(`${edgeFunction?.FunctionCode}; return handler`)() as (
        event: unknown,
      ) => unknown;
      const viewer = { ip: '192.0.2.7' };
      const reported = { 'true-client-ip': { value: '192.0.2.7' } };
      const request = { uri: '/v1/charges/refund', headers: { 'true-client-ip': { value: '10.0.0.1' } } };
      expect(handler({ viewer, request })).toEqual({ uri: request.uri, headers: reported });
      const webhook = (bytes: number | undefined, uri = '/v1/webhooks/stripe') =>
        handler({
          viewer,
          request: {
            uri,
            headers: bytes === undefined ? {} : { 'content-length': { value: String(bytes) } },
          },
        });
      expect(webhook(256 * 1024 + 1)).toMatchObject({ statusCode: 413 });
      expect(webhook(256 * 1024)).toMatchObject({ headers: reported });
      expect(webhook(undefined)).toMatchObject({ headers: reported });
      expect(webhook(256 * 1024 + 1, '/v1/charges/refund')).toMatchObject({ headers: reported });
      const policies = properties('AWS::CloudFront::ResponseHeadersPolicy').map(
        (policy) => policy.ResponseHeadersPolicyConfig as { readonly Name: string },
      );
      expect(policies.filter(({ Name }) => Name.endsWith('-api'))).toMatchObject([
        {
          SecurityHeadersConfig: {
            ContentSecurityPolicy: {
              ContentSecurityPolicy: expect.stringContaining("frame-ancestors 'none'"),
            },
            StrictTransportSecurity: { AccessControlMaxAgeSec: 63072000 },
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
          'DELETE /v1/routing/rules/{name}': { ThrottlingRateLimit: environment.throttle.publishing.rate },
          'POST /v1/webhooks/{psp}': { ThrottlingRateLimit: environment.throttle.webhooks.rate },
          'GET /v1/checkout/sessions/{id}/return': {
            ThrottlingRateLimit: environment.throttle.returns.rate,
          },
          $default: { ThrottlingRateLimit: environment.throttle.unknown_routes.rate },
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

    test('take fewer calls while many are refused', () => {
      const alarms = properties('AWS::CloudWatch::Alarm').filter(
        ({ AlarmName }) => AlarmName === `payments-${environment.name}-calls-refused`,
      );
      const limiter = { 'Fn::GetAtt': [expect.stringMatching(/^limitcalls/), 'Arn'] };
      expect(alarms).toMatchObject([
        {
          Namespace: 'AWS/ApiGateway',
          MetricName: '4xx',
          AlarmActions: expect.arrayContaining([limiter]),
          OKActions: expect.arrayContaining([limiter]),
        },
      ]);
      const [{ Threshold, Period } = {}] = alarms;
      const { all_routes, reduced } = environment.throttle;
      expect(Number(Threshold) / Number(Period)).toBeLessThan(all_routes.rate);
      expect(reduced.rate).toBeLessThan(all_routes.rate);
    });

    test('start recovery every minute, as many runs as the environment reserves, and keep failures', () => {
      const [recovery, ...others] = properties('AWS::Scheduler::Schedule');
      expect(recovery).toMatchObject({
        ScheduleExpression: 'rate(1 minute)',
        Target: { RetryPolicy: { MaximumRetryAttempts: 0 }, DeadLetterConfig: { Arn: expect.anything() } },
      });
      const probed = environment.alarms === 'all';
      expect(others).toMatchObject([
        {
          ScheduleExpression: `rate(${environment.synthetic_minutes} minutes)`,
          Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
        },
        ...(probed
          ? [
              {
                ScheduleExpression: 'rate(1 minute)',
                Target: { RetryPolicy: { MaximumRetryAttempts: 0 } },
              },
            ]
          : []),
      ]);
      expect(functionsOf(assembly, environment.name).has('probe-reachability')).toBe(probed);
      const starts = Object.groupBy(properties('AWS::Lambda::EventInvokeConfig'), (config) =>
        config.MaximumRetryAttempts === 0 ? 'once' : 'again',
      );
      // What limits calls: no later run does its work.
      expect(starts.again).toMatchObject([
        { DestinationConfig: { OnFailure: { Destination: expect.anything() } } },
      ]);
      expect(starts.once).toMatchObject([
        { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: expect.anything() } } },
        { MaximumRetryAttempts: 0, DestinationConfig: { OnFailure: { Destination: expect.anything() } } },
        { MaximumRetryAttempts: 0 },
        { MaximumRetryAttempts: 0 },
        { MaximumRetryAttempts: 0 },
        { MaximumRetryAttempts: 0 },
        ...(probed ? [{ MaximumRetryAttempts: 0 }] : []),
      ]);
      const reserved = [...functionsOf(assembly, environment.name)].flatMap(([name, { resource }]) =>
        resource.Properties.ReservedConcurrentExecutions === undefined
          ? []
          : [[name, resource.Properties.ReservedConcurrentExecutions]],
      );
      expect(reserved).toEqual(
        environment.reserved_recovery ? [['recover-charges', environment.reserved_recovery]] : [],
      );
    });

    test('raise an alarm if no synthetic payment succeeds for longer than the interval between them', () => {
      const [found] = properties('AWS::CloudWatch::Alarm').filter(
        ({ MetricName }) => MetricName === 'synthetic_payment',
      );
      expect(found).toMatchObject({
        Namespace: `Payments/${environment.name}`,
        Statistic: 'Sum',
        Threshold: 1,
        ComparisonOperator: 'LessThanThreshold',
        TreatMissingData: 'breaching',
      });
      const { Period, EvaluationPeriods, DatapointsToAlarm } = found as Readonly<Record<string, number>>;
      expect(DatapointsToAlarm).toBe(EvaluationPeriods);
      expect(Number(Period) * Number(EvaluationPeriods)).toBeGreaterThan(environment.synthetic_minutes * 60);
    });

    test('raise an alarm if nothing calls the recorder for longer than the interval between synthetic payments', () => {
      const found = properties('AWS::CloudWatch::Alarm').filter(
        ({ AlarmName }) => AlarmName === `payments-${environment.name}-events-late-stopped`,
      );
      expect(found).toHaveLength(environment.alarms === 'all' ? 1 : 0);
      for (const { Period, EvaluationPeriods, ...alarm } of found) {
        expect(alarm).toMatchObject({
          MetricName: 'Invocations',
          Dimensions: [{ Name: 'FunctionName', Value: `payments-${environment.name}-record-events` }],
          ComparisonOperator: 'LessThanThreshold',
          TreatMissingData: 'breaching',
        });
        expect(Number(Period) * Number(EvaluationPeriods)).toBeGreaterThan(
          environment.synthetic_minutes * 60,
        );
      }
    });

    test('page within five minutes if the public address or every PSP is out of reach, or nobody asks', () => {
      const found = properties('AWS::CloudWatch::Alarm').filter(
        ({ AlarmName }) => AlarmName === `payments-${environment.name}-out-of-reach`,
      );
      const alarm = {
        Namespace: 'AWS/Lambda',
        MetricName: 'Errors',
        Dimensions: [{ Name: 'FunctionName', Value: `payments-${environment.name}-probe-reachability` }],
        Period: 60,
        EvaluationPeriods: 4,
        DatapointsToAlarm: 3,
        Threshold: 1,
        ComparisonOperator: 'GreaterThanOrEqualToThreshold',
        TreatMissingData: 'breaching',
      };
      expect(found).toMatchObject(environment.alarms === 'all' ? [alarm] : []);
    });

    test('shift traffic by canary, and back on alarm, if the environment says so', () => {
      const groups = properties('AWS::CodeDeploy::DeploymentGroup');
      // Calls that a person makes now and then would not be among a tenth of five minutes.
      const often = functionNames.filter((name) => !needsOf(name).rare);
      expect(groups).toHaveLength(environment.canary ? often.length - 1 : 0);
      for (const group of groups)
        expect(group).toMatchObject({
          DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
          AlarmConfiguration: {
            Enabled: true,
            Alarms: Array(environment.alarms === 'all' ? 3 : 2).fill(expect.anything()),
          },
          AutoRollbackConfiguration: {
            Enabled: true,
            Events: expect.arrayContaining(['DEPLOYMENT_STOP_ON_ALARM']),
          },
        });
    });

    test('name no account', () => {
      expect(JSON.stringify(all)).not.toMatch(/[":]\d{12}[":]/);
    });
  });
