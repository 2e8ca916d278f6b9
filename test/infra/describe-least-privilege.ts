import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { type Assembly, resourcesOf } from './assembly.ts';
import { resolver } from './resolve-intrinsics.ts';
import { functionsOf, readStatements, type Statement, statementsOf } from './role-policy.ts';

/** What each function may do, spelled out: a change of `infra/function-needs.ts` must be made here a second time. */
export const describeLeastPrivilege = (synthesized: () => Assembly): void =>
  describe('roles', () => {
    let assembly: Assembly;
    let byFunction: ReadonlyMap<string, readonly Statement[]>;

    beforeAll(() => {
      assembly = synthesized();
      byFunction = new Map(
        [...functionsOf(assembly, 'prod')].map(([name, found]) => [name, statementsOf(found)]),
      );
    });

    /** `<action> <end of the resource>` of one service, sorted. */
    const granted = (name: string, service: string): readonly string[] =>
      (byFunction.get(name) ?? [])
        .flatMap(({ actions, resources }) =>
          actions.flatMap((action) =>
            resources.map((resource) => `${action} ${resource.split(/payments[/-]prod[/-]/).at(-1)}`),
          ),
        )
        .filter((line) => line.startsWith(`${service}:`))
        .toSorted();

    test.each([
      [
        'create-checkout-session',
        [
          'BatchGetItem sessions',
          'GetItem api-keys',
          'GetItem configuration',
          'GetItem events',
          'GetItem sessions',
          'PutItem configuration',
          'PutItem sessions',
          'Query sessions/index/sorted_by_reference',
          'UpdateItem configuration',
        ],
      ],
      [
        'retrieve-checkout-session',
        ['BatchGetItem events', 'GetItem api-keys', 'GetItem sessions', 'Query events/index/by_time'],
      ],
      [
        'confirm-checkout-session',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem events',
          'GetItem sessions',
          'PutItem charges',
          'PutItem limits',
          'PutItem sessions',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'complete-authentication',
        [
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'expire-checkout-session',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'refund-charge',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem limits',
          'PutItem charges',
          'PutItem limits',
          'UpdateItem charges',
        ],
      ],
      [
        'capture-charge',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'UpdateItem charges',
          'UpdateItem orders',
        ],
      ],
      [
        'cancel-charge',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'UpdateItem charges',
          'UpdateItem orders',
        ],
      ],
      [
        'refresh-charge',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'UpdateItem charges',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'decide-charge',
        [
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'PutItem charges',
          'PutItem sessions',
          'Query charges/index/by_psp_reference',
          'UpdateItem charges',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      ['retrieve-charge', ['GetItem api-keys', 'GetItem charges', 'GetItem sessions']],
      [
        'create-charge-note',
        ['GetItem api-keys', 'GetItem charges', 'GetItem events', 'PutItem events', 'UpdateItem events'],
      ],
      ['list-charge-notes', ['GetItem api-keys', 'GetItem charges', 'GetItem events']],
      ['create-webhook-endpoint', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['update-webhook-endpoint', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['delete-webhook-endpoint', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['rotate-webhook-secret', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['test-webhook-endpoint', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['resend-event', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      [
        'resend-failed-events',
        ['GetItem api-keys', 'GetItem events', 'PutItem events', 'Query events/index/due'],
      ],
      ['list-deliveries', ['GetItem api-keys', 'GetItem events', 'Query events/index/due']],
      ['create-export', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['retrieve-export', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      [
        'run-export',
        [
          'BatchGetItem charges',
          'BatchGetItem events',
          'BatchGetItem sessions',
          'GetItem events',
          'PutItem events',
          'Query charges/index/by_time',
          'Query events/index/by_time',
        ],
      ],
      ['retrieve-stats', ['BatchGetItem events', 'GetItem api-keys', 'Query events/index/by_time']],
      ['retrieve-webhook-endpoints', ['GetItem api-keys', 'GetItem events']],
      [
        'deliver-events',
        [
          'BatchGetItem events',
          'GetItem events',
          'PutItem events',
          'Query events/index/due',
          'UpdateItem events',
        ],
      ],
      [
        'update-routing-rules',
        [
          'DeleteItem rules',
          'GetItem api-keys',
          'GetItem events',
          'GetItem rules',
          'PutItem events',
          'PutItem rules',
          'Query rules',
          'UpdateItem rules',
        ],
      ],
      ['retrieve-routing-psps', ['GetItem api-keys', 'GetItem events']],
      ['switch-routing-psp', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['retrieve-backtest', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      [
        'run-backtest',
        [
          'BatchGetItem charges',
          'BatchGetItem sessions',
          'GetItem events',
          'PutItem events',
          'Query sessions/index/by_time',
        ],
      ],
      [
        'roll-back-routing-rule',
        [
          'DeleteItem rules',
          'GetItem api-keys',
          'GetItem rules',
          'PutItem rules',
          'Query rules',
          'UpdateItem rules',
        ],
      ],
      [
        'delete-routing-rule',
        [
          'DeleteItem rules',
          'GetItem api-keys',
          'GetItem rules',
          'PutItem rules',
          'Query rules',
          'UpdateItem rules',
        ],
      ],
      [
        'approve-rule-version',
        [
          'DeleteItem rules',
          'GetItem api-keys',
          'GetItem rules',
          'PutItem rules',
          'Query rules',
          'UpdateItem rules',
        ],
      ],
      [
        'change-rollout',
        ['DeleteItem rules', 'GetItem api-keys', 'GetItem rules', 'PutItem rules', 'UpdateItem rules'],
      ],
      ['retrieve-rule-versions', ['GetItem api-keys', 'GetItem rules', 'Query rules']],
      [
        'settle-rule-versions',
        [
          'BatchGetItem events',
          'DeleteItem rules',
          'GetItem rules',
          'PutItem rules',
          'Query rules',
          'Query rules/index/open',
          'UpdateItem rules',
        ],
      ],
      ['retrieve-routing-rules', ['GetItem api-keys']],
      ['retrieve-routing-health', ['GetItem api-keys', 'GetItem events']],
      [
        'receive-psp-webhook',
        [
          'GetItem charges',
          'GetItem events',
          'GetItem sessions',
          'PutItem charges',
          'PutItem events',
          'PutItem sessions',
          'Query charges/index/by_psp_reference',
          'UpdateItem charges',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'recover-charges',
        [
          'BatchGetItem events',
          'GetItem charges',
          'GetItem events',
          'GetItem sessions',
          'PutItem charges',
          'PutItem events',
          'PutItem sessions',
          'Query charges/index/by_psp_reference',
          'Query charges/index/recovery',
          'Query events/index/due',
          'Query rules/index/open',
          'Query sessions/index/expiry',
          'UpdateItem charges',
          'UpdateItem limits',
          'UpdateItem orders',
        ],
      ],
      [
        'list-checkout-sessions',
        [
          'BatchGetItem sessions',
          'GetItem api-keys',
          'Query sessions/index/by_time',
          'Query sessions/index/sorted_by_email',
          'Query sessions/index/sorted_by_reference',
        ],
      ],
      [
        'list-charges',
        [
          'BatchGetItem charges',
          'BatchGetItem sessions',
          'GetItem api-keys',
          'GetItem sessions',
          'Query charges/index/by_last4',
          'Query charges/index/by_psp_reference',
          'Query charges/index/by_time',
          'Query charges/index/recovery',
          'Query sessions/index/sorted_by_email',
          'Query sessions/index/sorted_by_reference',
        ],
      ],
      [
        'list-refunds',
        [
          'BatchGetItem charges',
          'BatchGetItem events',
          'BatchGetItem sessions',
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'Query events/index/by_time',
          'Query sessions/index/sorted_by_reference',
        ],
      ],
      ['retrieve-refund', ['GetItem api-keys', 'GetItem events']],
      ['list-events', ['BatchGetItem events', 'GetItem api-keys', 'Query events/index/by_time']],
      ['retrieve-event', ['GetItem api-keys', 'GetItem events']],
      ['list-audit-entries', ['BatchGetItem events', 'GetItem api-keys', 'Query events/index/by_time']],
      [
        'list-disputes',
        [
          'BatchGetItem charges',
          'BatchGetItem events',
          'BatchGetItem sessions',
          'GetItem api-keys',
          'GetItem charges',
          'GetItem sessions',
          'Query events/index/by_time',
          'Query sessions/index/sorted_by_reference',
        ],
      ],
      ['retrieve-dispute', ['GetItem api-keys', 'GetItem events']],
      ['create-payment-method', ['GetItem api-keys', 'GetItem events', 'GetItem sessions', 'PutItem events']],
      ['delete-payment-method', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      ['list-payment-methods', ['BatchGetItem events', 'GetItem api-keys', 'Query events/index/by_time']],
      ['retrieve-payment-method', ['GetItem api-keys', 'GetItem events']],
      [
        'record-events',
        [
          ...['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].flatMap((action) =>
            ['api-keys', 'charges', 'events', 'rules', 'sessions'].map(
              (table) => `${action} ${table}/stream/*`,
            ),
          ),
          'BatchGetItem events',
          'GetItem events',
          'PutItem events',
          'UpdateItem events',
        ].toSorted(),
      ],
      ['create-payment-link', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      [
        'retrieve-payment-links',
        ['BatchGetItem events', 'GetItem api-keys', 'GetItem events', 'Query events/index/by_time'],
      ],
      ['delete-payment-link', ['GetItem api-keys', 'GetItem events', 'PutItem events']],
      [
        'begin-payment-link',
        [
          'BatchGetItem sessions',
          'GetItem api-keys',
          'GetItem configuration',
          'GetItem events',
          'GetItem orders',
          'GetItem sessions',
          'PutItem configuration',
          'PutItem limits',
          'PutItem sessions',
          'Query sessions/index/sorted_by_reference',
          'UpdateItem configuration',
          'UpdateItem limits',
        ],
      ],
      ['create-api-key', ['GetItem api-keys', 'GetItem events', 'PutItem api-keys', 'PutItem events']],
      [
        'rotate-api-key',
        ['GetItem api-keys', 'GetItem events', 'PutItem api-keys', 'PutItem events', 'Scan api-keys'],
      ],
      [
        'delete-api-key',
        ['GetItem api-keys', 'GetItem events', 'PutItem api-keys', 'PutItem events', 'Scan api-keys'],
      ],
      ['retrieve-api-keys', ['GetItem api-keys', 'Scan api-keys']],
      ['retrieve-caller', ['GetItem api-keys']],
      ['refuse-unknown-route', []],
      ['validate-routing-rules', []],
      ['pay-synthetically', []],
      ['probe-reachability', []],
    ])('%s reaches these tables and no others', (name, expected) => {
      expect(granted(name, 'dynamodb')).toEqual(expected.map((line) => `dynamodb:${line}`));
    });

    test('the function that pays from outside may read its own key, and nothing else', () => {
      const all = (byFunction.get('pay-synthetically') ?? []).flatMap(({ actions, resources }) =>
        actions.flatMap((action) => resources.map((resource) => `${action} ${resource}`)),
      );
      expect(all.filter((line) => !line.startsWith('logs:'))).toEqual([
        'ssm:GetParameter arn:aws:ssm:us-east-1:123456789012:parameter/payments/prod/synthetic-key',
      ]);
      const readers = [...byFunction.keys()].filter((name) => granted(name, 'ssm').length > 0);
      expect(readers).toEqual(['pay-synthetically']);
    });

    test('the function that asks whether everything can be reached may read the PSPs’ keys, and nothing else', () => {
      const all = (byFunction.get('probe-reachability') ?? []).flatMap(({ actions }) => actions);
      expect(all.toSorted()).toEqual([
        'kms:Decrypt',
        'logs:CreateLogStream',
        'logs:PutLogEvents',
        'secretsmanager:GetSecretValue',
      ]);
      expect(granted('probe-reachability', 'secretsmanager')).toEqual([
        expect.stringMatching(/^secretsmanager:GetSecretValue psp-/),
      ]);
    });

    test('only functions that queue events start webhook workers', () => {
      const starters = [...byFunction.keys()].filter((name) =>
        granted(name, 'lambda').includes('lambda:InvokeFunction deliver-events:live'),
      );
      expect(starters.toSorted()).toEqual([
        'deliver-events',
        'record-events',
        'recover-charges',
        'resend-event',
        'resend-failed-events',
        'test-webhook-endpoint',
      ]);
    });

    test('only functions that request or read a backtest, and the worker itself, start its worker', () => {
      const starters = [...byFunction.keys()].filter((name) =>
        granted(name, 'lambda').includes('lambda:InvokeFunction run-backtest:live'),
      );
      expect(starters.toSorted()).toEqual(['retrieve-backtest', 'run-backtest', 'update-routing-rules']);
    });

    test('only functions that request or read an export start its worker, which alone writes files', () => {
      const allowed = (service: string, action: string) =>
        [...byFunction.keys()]
          .filter((name) => granted(name, service).some((one) => one.startsWith(action)))
          .toSorted();
      expect(allowed('lambda', 'lambda:InvokeFunction run-export:live')).toEqual([
        'create-export',
        'retrieve-export',
      ]);
      expect(allowed('s3', 's3:PutObject')).toEqual(['run-export']);
      expect(allowed('s3', 's3:GetObject')).toEqual(['retrieve-export']);
      expect([...byFunction.keys()].flatMap((name) => granted(name, 's3')).toSorted()).toEqual([
        expect.stringMatching(/^s3:GetObject .*\/exp_\*$/),
        expect.stringMatching(/^s3:PutObject .*\/exp_\*$/),
      ]);
    });

    test('only recovery starts the timer of rule versions', () => {
      const starters = [...byFunction.keys()].filter((name) =>
        granted(name, 'lambda').includes('lambda:InvokeFunction settle-rule-versions:live'),
      );
      expect(starters).toEqual(['recover-charges']);
    });

    test('only recovery starts recovery', () => {
      const starters = [...byFunction.keys()].filter((name) =>
        granted(name, 'lambda').includes('lambda:InvokeFunction recover-charges:live'),
      );
      expect(starters).toEqual(['recover-charges']);
    });

    test('only the functions that make sessions may write the rules that its processes share', () => {
      expect(
        [...byFunction.keys()].filter((name) =>
          granted(name, 'dynamodb').some((line) => line.endsWith(' configuration')),
        ),
      ).toEqual(['create-checkout-session', 'begin-payment-link']);
    });

    test('only publishers write AppConfig', () => {
      const writers = [...byFunction.keys()].filter((name) =>
        granted(name, 'appconfig').some((line) =>
          /Create|Start(?!ConfigurationSession)|Delete|Update|Stop/.test(line),
        ),
      );
      expect(writers.toSorted()).toEqual([
        'approve-rule-version',
        'change-rollout',
        'delete-routing-rule',
        'roll-back-routing-rule',
        'settle-rule-versions',
        'update-routing-rules',
      ]);
    });

    test('only functions that take a change back may end a deployment of rules', () => {
      const enders = [...byFunction.keys()].filter((name) =>
        granted(name, 'appconfig').some((line) => line.includes('StopDeployment')),
      );
      expect(enders.toSorted()).toEqual([
        'approve-rule-version',
        'change-rollout',
        'roll-back-routing-rule',
        'settle-rule-versions',
      ]);
    });

    test('no action is a wildcard, and no resource unless AWS gives it no other name', () => {
      for (const template of Object.values(assembly.stacks)) {
        const resolve = resolver(template);
        const policies = resourcesOf(template, 'AWS::IAM::ManagedPolicy');
        for (const { sid, actions, resources } of policies.flatMap(([, policy]) =>
          readStatements(policy, resolve),
        )) {
          expect(actions.filter((action) => action.includes('*'))).toEqual([]);
          const wild = resources.filter((resource) => resource.includes('*'));
          switch (sid) {
            case 'SendTraces':
              expect(wild).toEqual(['*']);
              expect(actions).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
              break;
            case 'WriteOwnLogs':
              expect(wild).toEqual([expect.stringMatching(/:log-group:\/payments\/prod\/[a-z-]+:\*$/)]);
              break;
            case 'OneRuleVersion':
            case 'DeleteRuleVersion':
              expect(wild).toEqual([
                expect.stringMatching(/\/configurationprofile\/[^/*]+\/hostedconfigurationversion\/\*$/),
              ]);
              break;
            case 'OneRuleDeployment':
            case 'StopRuleDeployment':
              expect(actions).toEqual([
                sid === 'OneRuleDeployment' ? 'appconfig:GetDeployment' : 'appconfig:StopDeployment',
              ]);
              expect(wild).toEqual([expect.stringMatching(/\/environment\/[^/*]+\/deployment\/\*$/)]);
              break;
            case 'Streams':
              expect(wild).toEqual([
                expect.stringMatching(/:table\/payments-prod-api-keys\/stream\/\*$/),
                expect.stringMatching(/:table\/payments-prod-charges\/stream\/\*$/),
                expect.stringMatching(/:table\/payments-prod-events\/stream\/\*$/),
                expect.stringMatching(/:table\/payments-prod-rules\/stream\/\*$/),
                expect.stringMatching(/:table\/payments-prod-sessions\/stream\/\*$/),
              ]);
              break;
            case 'AskNewVersions':
              expect(actions).toEqual(['lambda:InvokeFunction']);
              for (const resource of wild) expect(resource).toMatch(/:function:payments-prod-[a-z-]+:\*$/);
              break;
            case 'LimitOneStage':
              expect(actions).toEqual(['apigateway:PATCH']);
              expect(resources).toEqual([
                expect.stringMatching(/^arn:aws:apigateway:us-east-1::\/apis\/[^/*]+\/stages\/\$default$/),
                expect.stringMatching(/^arn:aws:apigateway:us-east-1::\/apis\/[^/*]+\/stages\/%24default$/),
              ]);
              break;
            case 'PutPublicFiles':
              expect(actions).toEqual(['s3:PutObject']);
              expect(wild).toEqual([expect.stringMatching(/^arn:aws:s3:::cardfields[^/*]*\/\*$/)]);
              break;
            case 'ExportFiles':
              expect(actions).toEqual([expect.stringMatching(/^s3:(GetObject|PutObject)$/)]);
              expect(wild).toEqual([expect.stringMatching(/^arn:aws:s3:::exports[^/*]*\/exp_\*$/)]);
              break;
            case 'ReadAssemblyFiles':
              expect(actions).toEqual(['s3:GetObject']);
              expect(wild).toEqual([
                expect.stringMatching(/^arn:aws:s3:::cdk-[a-z0-9]+-assets-\d{12}-us-east-1\/\*$/),
              ]);
              break;
            default:
              expect({ sid, wild }).toEqual({ sid, wild: [] });
          }
        }
      }
    });

    test('there is no other way to get a permission', () => {
      for (const template of Object.values(assembly.stacks)) {
        expect(resourcesOf(template, 'AWS::IAM::Policy')).toEqual([]);
        for (const [, role] of resourcesOf(template, 'AWS::IAM::Role')) {
          expect(role.Properties.Policies).toBeUndefined();
          expect(role.Properties.ManagedPolicyArns).toBeUndefined();
        }
      }
    });

    test('keys are used only through their service', () => {
      for (const template of Object.values(assembly.stacks))
        for (const [, policy] of resourcesOf(template, 'AWS::IAM::ManagedPolicy')) {
          const { Statement: statements } = policy.Properties.PolicyDocument as {
            Statement: { Action: string | string[]; Condition?: unknown }[];
          };
          for (const { Action, Condition } of statements)
            if ([Action].flat().some((action) => action.startsWith('kms:')))
              expect(Condition).toEqual({
                StringEquals: { 'kms:ViaService': expect.stringMatching(/^(dynamodb|s3|secretsmanager)\./) },
              });
        }
    });

    test('accepted findings are counted, and each says why', () => {
      const { directory } = assembly;
      const acknowledged = readdirSync(directory)
        .filter((file) => file.endsWith('.metadata.json'))
        .flatMap((file) => {
          const entries: Record<string, { type: string; data: Record<string, string> }[]> = JSON.parse(
            readFileSync(join(directory, file), 'utf8'),
          );
          return Object.values(entries)
            .flat()
            .filter(({ type }) => type === 'aws:cdk:acknowledged-rules')
            .flatMap(({ data }) => Object.entries(data));
        });
      const counts: Record<string, number> = {};
      for (const [id, reason] of acknowledged) {
        expect(reason.length).toBeGreaterThan(60);
        const rule = id.replace('Annotation::', '').replace(/\[Resource::[^*].*/, '[one resource]');
        counts[rule] = (counts[rule] ?? 0) + 1;
      }
      expect(counts).toEqual({
        'AwsSolutions-APIG4': 65,
        'AwsSolutions-CFR1': 1,
        'AwsSolutions-CFR2': 1,
        'AwsSolutions-CFR3': 1,
        'AwsSolutions-CFR4': 1,
        'AwsSolutions-IAM5[one resource]': 51,
        'AwsSolutions-L1': 1,
        'AwsSolutions-S1': 2,
        'AwsSolutions-SMG4': 2,
        'AwsSolutions-SQS3': 1,
        'PCI.DSS.321-LambdaInsideVPC': 73,
        'PCI.DSS.321-S3BucketLoggingEnabled': 2,
        'PCI.DSS.321-S3BucketReplicationEnabled': 2,
        'PCI.DSS.321-S3BucketVersioningEnabled': 1,
        'PCI.DSS.321-S3DefaultEncryptionKMS': 1,
      });
    });
  });
