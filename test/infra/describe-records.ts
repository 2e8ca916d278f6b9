import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../infra/environments.ts';
import { tables } from '../../lib/storage/tables.ts';
import { type Assembly, type Resource, resourcesOf, type Template } from './assembly.ts';

/** What is kept, how it is protected, and for how long. */
export const describeRecords = (environment: Environment, synthesized: () => Assembly): void =>
  describe('kept resources', () => {
    let assembly: Assembly;
    let all: readonly Template[];

    beforeAll(() => {
      assembly = synthesized();
      all = Object.values(assembly.stacks);
    });

    const resources = (type: string): readonly Resource[] =>
      all.flatMap((template) => resourcesOf(template, type).map(([, resource]) => resource));
    const properties = (type: string) => resources(type).map((resource) => resource.Properties);

    test('keep records encrypted with a rotating key, restorable, and protected if the environment is', () => {
      const created = properties('AWS::DynamoDB::GlobalTable');
      expect(created.map(({ TableName }) => TableName).toSorted()).toEqual(
        tables.map(({ id }) => `payments-${environment.name}-${id.replace('_', '-')}`).toSorted(),
      );
      for (const table of created) {
        const description = tables.find(({ id }) => String(table.TableName).endsWith(id.replace('_', '-')));
        expect(table).toMatchObject({
          BillingMode: 'PAY_PER_REQUEST',
          SSESpecification: environment.own_key
            ? { SSEEnabled: true, SSEType: 'KMS' }
            : { SSEEnabled: false },
          Replicas: [
            {
              DeletionProtectionEnabled: environment.established,
              PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
              ...(environment.own_key && { SSESpecification: { KMSMasterKeyId: expect.anything() } }),
            },
          ],
        });
        expect(table.TimeToLiveSpecification).toEqual(
          description?.ttl ? { AttributeName: description.ttl, Enabled: true } : undefined,
        );
      }
      for (const key of properties('AWS::KMS::Key')) expect(key).toMatchObject({ EnableKeyRotation: true });
      expect(properties('AWS::KMS::Key')).toHaveLength(environment.own_key ? 1 : 0);
    });

    test('report every write of a table with a stream to the recorder, and of the events what somebody asked for', () => {
      const mappings = properties('AWS::Lambda::EventSourceMapping');
      expect(mappings).toHaveLength(tables.filter(({ stream }) => stream).length);
      // A stream keeps a record for 24 hours, and tells nobody what it drops.
      for (const mapping of mappings)
        expect(mapping).toMatchObject({
          MaximumRecordAgeInSeconds: 23 * 3_600,
          DestinationConfig: { OnFailure: { Destination: expect.anything() } },
        });
      const [filtered, ...others] = mappings.filter(({ FilterCriteria }) => FilterCriteria !== undefined);
      expect(others).toEqual([]);
      const onlyActs = { dynamodb: { NewImage: { act: { M: { target: { S: [{ exists: true }] } } } } } };
      expect(filtered?.FilterCriteria).toEqual({ Filters: [{ Pattern: JSON.stringify(onlyActs) }] });
      expect(JSON.stringify(filtered?.EventSourceArn)).toMatch(/events/i);
    });

    test('keep files of exports for a week, in a bucket that is open to nobody and over TLS only', () => {
      const [bucket, ...others] = properties('AWS::S3::Bucket').filter(
        ({ LifecycleConfiguration }) => LifecycleConfiguration,
      );
      expect(others).toEqual([]);
      expect(bucket).toMatchObject({
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: environment.own_key ? 'aws:kms' : 'AES256' } },
          ],
        },
        LifecycleConfiguration: {
          Rules: [
            {
              Status: 'Enabled',
              ExpirationInDays: 7,
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
            },
          ],
        },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      });
      const refusesPlainHttp = { Effect: 'Deny', Condition: { Bool: { 'aws:SecureTransport': 'false' } } };
      const policies = properties('AWS::S3::BucketPolicy').map(({ PolicyDocument }) => PolicyDocument);
      expect(policies).toHaveLength(2);
      for (const policy of policies)
        expect(policy).toMatchObject({
          Statement: expect.arrayContaining([expect.objectContaining(refusesPlainHttp)]),
        });
    });

    test('retain data exactly if the environment is protected', () => {
      const kept = [
        'AWS::DynamoDB::GlobalTable',
        'AWS::KMS::Key',
        'AWS::SecretsManager::Secret',
        'AWS::AppConfig::Application',
      ];
      for (const resource of kept.flatMap(resources)) {
        expect(resource.DeletionPolicy).toBe(environment.protected ? 'RetainExceptOnCreate' : 'Delete');
        expect(resource.UpdateReplacePolicy).toBe(environment.protected ? 'Retain' : 'Delete');
      }
    });

    test('create secrets without values in the template, one or two, under our key if there is one', () => {
      const created = properties('AWS::SecretsManager::Secret');
      const name = `payments/${environment.name}`;
      expect(created.map(({ Name }) => Name).toSorted()).toEqual(
        environment.secrets === 'one' ? [name] : [`${name}/psp`, `${name}/signing`],
      );
      for (const secret of created) {
        expect(Object.keys(secret)).not.toContain('SecretString');
        expect(Object.keys(secret)).not.toContain('GenerateSecretString');
        expect(secret.KmsKeyId !== undefined).toBe(environment.own_key);
      }
    });

    test('generate the distribution’s proof in the deploy, and show it nowhere', () => {
      const [proof] = resourcesOf(assembly.stacks.payments, 'Custom::OriginProof');
      const users = Object.entries(assembly.stacks.payments.Resources).flatMap(
        ([id, { Type, Properties }]) =>
          JSON.stringify(Properties).includes(`"${proof?.[0]}","value"`) ? [[id, Type]] : [],
      );
      expect(users).toEqual([[expect.anything(), 'AWS::CloudFront::Distribution']]);
      expect(JSON.stringify(assembly.stacks.payments.Outputs)).not.toContain(String(proof?.[0]));
    });

    test('keep logs for a stated time, encrypted with our key if there is one', () => {
      const groups = properties('AWS::Logs::LogGroup');
      expect(groups.length).toBeGreaterThanOrEqual(20);
      for (const group of groups) {
        expect(group.RetentionInDays).toBe(environment.log_retention_days);
        if (!String(group.LogGroupName).startsWith('aws-waf-logs-'))
          expect(group.KmsKeyId !== undefined).toBe(environment.own_key);
      }
    });

    test('validate published rules, and watch them if the environment says so', () => {
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
  });
