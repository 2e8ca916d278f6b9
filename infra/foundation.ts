import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { TableId } from '../lib/storage/tables.ts';
import type { OriginProof } from './origin-proof.ts';
import type { RoutingRulesIds } from './routing-rules-configuration.ts';
import type { Secrets } from './secrets.ts';

/** The resources that the functions are built on. */
export type Foundation = {
  readonly key: IKey | undefined;
  readonly secrets: Secrets;
  readonly tables: Readonly<Record<TableId, TableV2>>;
  readonly rules: RoutingRulesIds;
  readonly proof: OriginProof;
  readonly publicUrl: string;
};
