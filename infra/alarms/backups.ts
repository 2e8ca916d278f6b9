import { Duration, type Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { ManagedPolicy, Role } from 'aws-cdk-lib/aws-iam';
import type { TableId } from '../../lib/storage/tables.ts';
import { acknowledge } from '../base/acknowledgements.ts';
import type { AlarmDefinition } from '../base/alarm.ts';
import { removalPolicy } from '../base/removal-policy.ts';
import { serviceThatMaySayFor } from '../base/service-of-this-account.ts';
import type { PaymentTable } from '../data/payment-tables.ts';
import type { Environment } from '../environments.ts';
import { nights_here } from './nights-here.ts';

/** All but `configuration`, which holds a copy of what AppConfig has. */
const backedUp: readonly TableId[] = [
  'sessions',
  'charges',
  'orders',
  'limits',
  'events',
  'api_keys',
  'rules',
];

const backupVaultName = ({ name }: Pick<Environment, 'name'>): string => `payments-${name}`;

/** With `backup`: every night a backup of each table in use, and a copy of it in another account's backup vault. */
export const backups = (
  stack: Stack,
  environment: Environment,
  tables: Readonly<Record<TableId, PaymentTable>>,
): void => {
  const { backup } = environment;
  if (!backup) return;
  const role = new Role(stack, 'backup-role', {
    assumedBy: serviceThatMaySayFor(stack, 'backup'),
    managedPolicies: [
      ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup'),
    ],
  });
  acknowledge(role, 'backupsAsAwsMakesThem');
  const plan = new BackupPlan(stack, 'backup-plan', {
    backupPlanName: backupVaultName(environment),
    backupPlanRules: [
      new BackupPlanRule({
        ruleName: 'nightly',
        backupVault: new BackupVault(stack, 'backup-vault', {
          backupVaultName: backupVaultName(environment),
          removalPolicy: removalPolicy(environment),
        }),
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter: Duration.days(nights_here),
        copyActions: [
          {
            destinationBackupVault: BackupVault.fromBackupVaultArn(stack, 'backups-there', backup.copy_to),
            deleteAfter: Duration.days(backup.kept_days),
          },
        ],
      }),
    ],
  });
  plan.addSelection('tables', {
    backupSelectionName: 'tables',
    role,
    resources: backedUp.map((id) => BackupResource.fromArn(tables[id].tableArn)),
  });
};

/** What rings if a night brings no backup, or a copy that failed. */
export const backupAlarms = (environment: Environment): readonly AlarmDefinition[] => {
  if (!environment.backup) return [];
  const jobs = (metricName: string): Metric =>
    new Metric({
      namespace: 'AWS/Backup',
      metricName,
      dimensionsMap: { BackupVaultName: backupVaultName(environment) },
      statistic: 'Sum',
      period: Duration.days(1),
    });
  const id = 'backup-failed';
  return [
    {
      id,
      of: 'here',
      means: 'For two days, fewer tables have been backed up than there are.',
      metric: jobs('NumberOfBackupJobsCompleted'),
      threshold: backedUp.length,
      when: 'below',
      missing: 'bad',
      periods: 2,
    },
    {
      id,
      of: 'there',
      means: 'A backup could not be copied into the other account.',
      metric: jobs('NumberOfCopyJobsFailed'),
      threshold: 1,
    },
  ];
};
