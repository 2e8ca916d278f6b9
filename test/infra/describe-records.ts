import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Environment } from '../../infra/environments.ts';
import { tables } from '../../lib/storage/tables.ts';
import { type Assembly, type Resource, resourcesOf, type Template } from './assembly.ts';

/** What is kept, how it is protected, and for how long. */
export const describeRecords = (environment: Environment, synthesized: () => Assembly): void =>
  describe('what is kept', () => {
    let assembly: Assembly;
    let all: readonly Template[];

    beforeAll(() => {
      assembly = synthesized();
      all = Object.values(assembly.stacks);
    });

    const resources = (type: string): readonly Resource[] =>
      all.flatMap((template) => resourcesOf(template, type).map(([, resource]) => resource));
    const properties = (type: string) => resources(type).map((resource) => resource.Properties);

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

    test('create secrets without values in the template, under our key, one for each account', () => {
      const created = properties('AWS::SecretsManager::Secret');
      expect(created.map(({ Name }) => Name).toSorted()).toEqual(
        [
          ...Object.keys(environment.accounts).map(
            (account) => `payments/${environment.name}/psp/${account}`,
          ),
          `payments/${environment.name}/tokens`,
          `payments/${environment.name}/origin`,
        ].toSorted(),
      );
      for (const secret of created) {
        expect(Object.keys(secret)).not.toContain('SecretString');
        // Made up in Secrets Manager; a change here would replace every generation of it.
        expect(secret.GenerateSecretString).toEqual(
          String(secret.Name).endsWith('/origin')
            ? {
                SecretStringTemplate: '{}',
                GenerateStringKey: 'g1',
                PasswordLength: 64,
                ExcludePunctuation: true,
              }
            : undefined,
        );
        expect(secret.KmsKeyId).toBeDefined();
      }
    });

    test('keep logs for a stated time, encrypted', () => {
      const groups = properties('AWS::Logs::LogGroup');
      expect(groups).toHaveLength(20);
      for (const group of groups) {
        expect(group.RetentionInDays).toBe(environment.log_retention_days);
        if (!String(group.LogGroupName).startsWith('aws-waf-logs-')) expect(group.KmsKeyId).toBeDefined();
      }
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
  });
