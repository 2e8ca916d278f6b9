import type { IKey } from 'aws-cdk-lib/aws-kms';
import type { ConsoleSettings } from '../../lib/http/console-settings.ts';
import type { TableId } from '../../lib/storage/tables.ts';
import type { ExportsBucket } from './exports-bucket.ts';
import type { OriginProof } from './origin-proof.ts';
import type { PaymentTable } from './payment-tables.ts';
import type { RoutingRulesIds } from './routing-rules-configuration.ts';
import type { NamedSecret, Secrets } from './secrets.ts';

/** The resources that the functions are built on. */
export type Foundation = {
  readonly key: IKey | undefined;
  readonly secrets: Secrets;
  readonly tables: Readonly<Record<TableId, PaymentTable>>;
  readonly rules: RoutingRulesIds;
  readonly exports: ExportsBucket;
  readonly proof: OriginProof;
  readonly publicUrl: string;
  /** What every function knows of the console; undefined if there is none. */
  readonly console: ConsoleSettings | undefined;
  readonly consoleSecret: NamedSecret | undefined;
};
