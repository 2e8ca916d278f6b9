import { setTimeout as sleep } from 'node:timers/promises';
import { awsJson } from '../aws/aws-call.ts';
import { deployedTemplate } from '../aws/deployed-template.ts';
import type { Template } from '../cost/standing-in.ts';
import { assemblyTemplate, writeAssemblyTemplate } from './assembly-template.ts';
import { indexStages } from './index-stages.ts';
import { runCdk } from './run-cdk.ts';

const between_looks_ms = 5_000;

/** Deploys the whole assembly, whose stack `stack` has the tables, after the changes of their indexes, one by one. Throws if a part fails; the next run goes on from there. */
export const deployInStages = async (assembly: string, stack: string, outputs: string): Promise<void> => {
  const { before, deploy } = indexStages(await deployedTemplate(stack), assemblyTemplate(assembly, stack));
  for (const [done, template] of before.entries()) {
    console.log(`indexes, a table's one by one: ${done + 1} of ${before.length}`);
    writeAssemblyTemplate(assembly, stack, template);
    await runCdk('deploy', stack, '--exclusively', '--require-approval', 'never', '--app', assembly);
    for (const table of tableNames(template)) await indexesActive(table);
  }
  writeAssemblyTemplate(assembly, stack, deploy);
  await runCdk('deploy', '--app', assembly, '--all', '--outputs-file', outputs);
};

const tableNames = ({ Resources = {} }: Template): readonly string[] =>
  Object.values(Resources).flatMap(({ Type, Properties }) =>
    Type === 'AWS::DynamoDB::GlobalTable' ? [String(Properties?.TableName)] : [],
  );

type Described = {
  readonly Table: {
    readonly GlobalSecondaryIndexes?: readonly { readonly IndexName: string; readonly IndexStatus: string }[];
  };
};

/** An index of a table with many records takes hours: CloudFormation does not wait for it. */
const indexesActive = async (table: string): Promise<void> => {
  let waiting = await indexesUnderWay(table);
  if (waiting.length > 0) console.log(`waiting for ${waiting.join(', ')} of ${table}`);
  while (waiting.length > 0) {
    await sleep(between_looks_ms);
    waiting = await indexesUnderWay(table);
  }
};

const indexesUnderWay = async (table: string): Promise<readonly string[]> => {
  const { Table } = await awsJson<Described>({
    service: 'dynamodb',
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.DescribeTable',
    },
    body: JSON.stringify({ TableName: table }),
  });
  const underWay = (Table.GlobalSecondaryIndexes ?? []).filter(({ IndexStatus }) => IndexStatus !== 'ACTIVE');
  return underWay.map(({ IndexName }) => IndexName);
};
