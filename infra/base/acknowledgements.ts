import { Stack, Validations } from 'aws-cdk-lib';
import { flattenCfnReference } from 'cdk-nag/lib/utils/flatten-cfn-reference.js';
import type { IConstruct } from 'constructs';

type Acknowledgement = { readonly id: string; readonly reason: string };

/** Every rule-pack finding that is intended, with its reason. A test counts them. */
export const acknowledgements = {
  secretsRotatedByPeople: {
    id: 'AwsSolutions-SMG4',
    reason:
      'PSPs issue their keys in their own dashboards and have no call to rotate them; signing keys turn over with `npm run tokens`; the idempotency secret must never change. docs/deploy.md says how.',
  },
  traces: {
    id: 'AwsSolutions-IAM5[Resource::*]',
    reason:
      'xray:PutTraceSegments and xray:PutTelemetryRecords know no resource: AWS grants them on * or not at all.',
  },
  functionsOutsideVpc: {
    id: 'PCI.DSS.321-LambdaInsideVPC',
    reason:
      'Functions listen on nothing and talk TLS to AWS and to PSPs on the internet only. There is nothing in a VPC to reach, and a network of our own would add an egress path to guard.',
  },
  tokensCheckedInFunction: {
    id: 'AwsSolutions-APIG4',
    reason:
      'Every function checks its token, scope or signature before anything else and answers 401 and 403 in the documented shape; a gateway authorizer would cache allows and answer in a shape of its own.',
  },
  worldwideWithoutLogs: [
    {
      id: 'AwsSolutions-CFR1',
      reason: 'Shoppers are anywhere; where a payment is taken is decided by routing rules and PSPs.',
    },
    {
      id: 'AwsSolutions-CFR3',
      reason:
        "CloudFront's log would keep query strings, which hold the signed state of a 3-D Secure return. The API logs every request with allow-listed fields, the firewall what it stopped.",
    },
  ],
  cloudFrontsOwnName: {
    id: 'AwsSolutions-CFR4',
    reason:
      "Without a domain, CloudFront's own certificate is used, whose lowest TLS version cannot be chosen. With `domain` set it is TLS 1.2.",
  },
  keyOfAws: {
    id: 'PCI.DSS.321-CloudWatchLogGroupEncrypted',
    reason:
      "An environment without a key of its own: encrypted by CloudWatch with AWS's, and holds neither tokens nor card numbers nor bodies.",
  },
  secretUnderKeyOfAws: {
    id: 'PCI.DSS.321-SecretsManagerUsingKMSKey',
    reason:
      'An environment without a key of its own: encrypted with the key that AWS keeps for Secrets Manager in this account, and read by listed functions only.',
  },
  neverCopied: {
    id: 'AwsSolutions-DDB3',
    reason:
      'Holds security codes, which must be gone after fifteen minutes (PCI DSS 3.3): a backup would keep them for weeks. A customer whose code is lost types it again.',
  },
  vaultWithoutFirewall: {
    id: 'AwsSolutions-CFR2',
    reason:
      'Takes a card only under a grant that the router signed for one session: five cards each, for half an hour. Whoever gets a grant is behind the router’s own limits.',
  },
  alarmMessagesWithoutKey: [
    {
      id: 'AwsSolutions-SNS2',
      reason:
        "CloudWatch cannot publish to a topic under AWS's own key, and this environment has none of its own. Alarms name metrics and thresholds, no payment.",
    },
    {
      id: 'PCI.DSS.321-SNSEncryptedKMS',
      reason:
        "CloudWatch cannot publish to a topic under AWS's own key, and this environment has none of its own. Alarms name metrics and thresholds, no payment.",
    },
  ],
  withoutFirewall: {
    id: 'AwsSolutions-CFR2',
    reason:
      'The firewall is a choice of the environment (`firewall`), for its price. Without it tokens, limits for each session, card and address, and throttles hold.',
  },
  versionsOfOneFunction: {
    id: 'AwsSolutions-IAM5',
    reason: 'Lambda numbers versions as they are made; the function is exact.',
  },
  deadLetters: {
    id: 'AwsSolutions-SQS3',
    reason:
      'This is the dead-letter queue, of a schedule and of an asynchronous invocation, which the rule does not see.',
  },
  firewallLogs: {
    id: 'PCI.DSS.321-CloudWatchLogGroupEncrypted',
    reason:
      'Lives in us-east-1, away from our key; encrypted by CloudWatch, and holds neither tokens nor query strings nor bodies.',
  },
  publicScripts: [
    {
      id: 'AwsSolutions-S1',
      reason:
        'Holds scripts that every shopper gets, and is read by the distribution only: a log of its reads would tell of cache misses and nothing else.',
    },
    {
      id: 'PCI.DSS.321-S3BucketLoggingEnabled',
      reason:
        'Holds scripts that every shopper gets, and is read by the distribution only: a log of its reads would tell of cache misses and nothing else.',
    },
    {
      id: 'PCI.DSS.321-S3BucketReplicationEnabled',
      reason: 'Everything in it is built from the repository and put back by a deploy; versions are kept.',
    },
    {
      id: 'PCI.DSS.321-S3DefaultEncryptionKMS',
      reason:
        'Scripts that every shopper gets are no secret; encrypted by S3 itself, so that the distribution needs no key.',
    },
  ],
  filesOfAWeek: [
    {
      id: 'AwsSolutions-S1',
      reason:
        'Who requested a file is in the audit trail. Links are made for holders of `exports:write` only, and hold for at most 15 minutes. A log of reads would be a second bucket.',
    },
    {
      id: 'PCI.DSS.321-S3BucketLoggingEnabled',
      reason:
        'Who requested a file is in the audit trail. Links are made for holders of `exports:write` only, and hold for at most 15 minutes. A log of reads would be a second bucket.',
    },
    {
      id: 'PCI.DSS.321-S3BucketReplicationEnabled',
      reason:
        'Each file is derived from tables that are backed up, is gone after a week, and can be requested again.',
    },
    {
      id: 'PCI.DSS.321-S3BucketVersioningEnabled',
      reason: 'Each file is written once, under a name of its own that nothing else ever writes to.',
    },
  ],
  filesUnderKeyOfAws: {
    id: 'PCI.DSS.321-S3DefaultEncryptionKMS',
    reason: 'An environment without a key of its own: encrypted by S3 itself. There is no card data in it.',
  },
  uploaderOfCdk: [
    {
      id: 'PCI.DSS.321-LambdaInsideVPC',
      reason:
        'Runs in a deploy only, copies from one bucket into another, and talks to S3 and CloudFormation only.',
    },
    {
      id: 'AwsSolutions-L1',
      reason: "CDK's own function: its runtime is the one that the pinned version of CDK was tested with.",
    },
  ],
  namedAfterExport: {
    id: 'AwsSolutions-IAM5',
    reason: 'Each file is named after its export, and exports are made by calls: no name is known before.',
  },
  numberedByAppConfig: {
    id: 'AwsSolutions-IAM5',
    reason: 'AppConfig numbers versions as they are made; everything before the number is exact.',
  },
  backupsAsAwsMakesThem: {
    id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
    reason:
      "AWS Backup's own policy, which its guide demands for copies of DynamoDB tables into other accounts, and which AWS extends when its service needs more.",
  },
  labelledByDynamoDb: {
    id: 'AwsSolutions-IAM5',
    reason: 'DynamoDB labels a stream with the time at which it was switched on; the table is exact.',
  },
  namedByContent: {
    id: 'AwsSolutions-IAM5',
    reason:
      'Names follow the content. A policy that listed them would change in each deploy, and IAM would not know yet when it is used.',
  },
} as const satisfies Readonly<Record<string, Acknowledgement | readonly Acknowledgement[]>>;

export const acknowledge = (construct: IConstruct, name: keyof typeof acknowledgements): void => {
  Validations.of(construct).acknowledge(...[acknowledgements[name]].flat());
};

/** For a policy resource that ends in `*`: the finding's name contains the resource. */
export const acknowledgeWildcard = (
  policy: IConstruct,
  name:
    | 'numberedByAppConfig'
    | 'namedAfterExport'
    | 'labelledByDynamoDb'
    | 'namedByContent'
    | 'versionsOfOneFunction',
  arn: string,
): void => {
  const { id, reason } = acknowledgements[name];
  const resource = flattenCfnReference(Stack.of(policy).resolve(arn));
  Validations.of(policy).acknowledge({ id: `${id}[Resource::${resource}]`, reason });
};
