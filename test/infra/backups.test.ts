import { expect, test } from '@jest/globals';
import { Template } from 'aws-cdk-lib/assertions';
import { backups } from '../../infra/alarms/backups.ts';
import { paymentTables } from '../../infra/data/payment-tables.ts';
import { environments } from '../../infra/environments.ts';
import { loneStack } from './lone-stack.ts';

const there = 'arn:aws:backup:eu-central-1:444455556666:backup-vault:payments';

const templateOf = (more: object): Template => {
  const stack = loneStack();
  const environment = { ...environments.prod, ...more };
  backups(stack, environment, paymentTables(stack, environment, undefined));
  return Template.fromStack(stack);
};

test('no environment copies its tables unless it says so', () => {
  expect(Object.values(environments).filter(({ backup }) => backup)).toEqual([]);
  expect(Object.keys(templateOf({}).findResources('AWS::Backup::BackupPlan'))).toEqual([]);
});

test('every night each table in use is backed up, and copied into the other account for as long as it says', () => {
  const template = templateOf({
    backup: { copy_to: there, kept_days: 400 },
    restored: { orders: { name: 'payments-prod-orders-r1' } },
  });
  template.hasResourceProperties('AWS::Backup::BackupPlan', {
    BackupPlan: {
      BackupPlanRule: [
        {
          ScheduleExpression: 'cron(0 3 * * ? *)',
          Lifecycle: { DeleteAfterDays: 7 },
          CopyActions: [{ DestinationBackupVaultArn: there, Lifecycle: { DeleteAfterDays: 400 } }],
        },
      ],
    },
  });
  const [selection] = Object.values(template.findResources('AWS::Backup::BackupSelection'));
  const chosen: readonly object[] = selection?.Properties.BackupSelection.Resources;
  const own = Object.keys(template.findResources('AWS::DynamoDB::GlobalTable'));
  const named = chosen.map((arn) => JSON.stringify(arn));
  const missing = own.filter((id) => !named.some((arn) => arn.includes(`"${id}"`)));
  // Of its own it leaves out the copy of AppConfig's document, and the table that another has replaced.
  expect(missing.map((id) => id.replace(/table.*/, '')).toSorted()).toEqual(['configuration', 'orders']);
  expect(named.filter((arn) => arn.includes('payments-prod-orders-r1'))).toHaveLength(1);
  expect(chosen).toHaveLength(7);
});

test('backups outlive a stack whose data does', () => {
  const [vault] = Object.values(
    templateOf({ backup: { copy_to: there, kept_days: 35 } }).findResources('AWS::Backup::BackupVault'),
  );
  expect(vault).toMatchObject({ DeletionPolicy: expect.stringMatching(/^Retain/) });
});
