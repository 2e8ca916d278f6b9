import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { betweenMarks } from './between-marks.ts';
import { explorationSize, scopeList } from './exploration-list.ts';
import { networkTable } from './network-table.ts';
import { pspTable } from './psp-table.ts';
import { ruleConditionTable } from './rule-condition-table.ts';
import { webhookEventList } from './webhook-events.ts';

const root = join(import.meta.dirname, '../..');
/** A page, the name of the marks in it, and the table between them. */
const tables: readonly (readonly [page: string, marks: string, table: () => string])[] = [
  ['docs/psps.md', 'psps', pspTable],
  ['docs/failover.md', 'networks', networkTable],
  ['docs/deploy.md', 'webhooks', webhookEventList],
  ['docs/routing.md', 'conditions', ruleConditionTable],
  ['docs/safety.md', 'exploration', explorationSize],
  ['test/exploration/README.md', 'scopes', scopeList],
];

/** Every page that shows a table made from code or of a run, by its path from the root, as it should be. Throws if a page has lost its marks. */
export const tabledFiles = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    tables.map(([page, marks, table]) => [
      page,
      betweenMarks(page, readFileSync(join(root, page), 'utf8'), marks, table()),
    ]),
  );
