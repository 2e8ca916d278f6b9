import { writeCsv } from './csv.ts';
import { decimal } from './decimal.ts';
import type { Discrepancy, DiscrepancyKind, Explained, Reconciliation } from './reconcile.ts';

/** The number of discrepancies of each kind, omitting kinds with none. */
const counted = (discrepancies: readonly Discrepancy[]): Readonly<Partial<Record<DiscrepancyKind, number>>> =>
  Object.fromEntries(
    [...new Set(discrepancies.map(({ kind }) => kind))].map((kind) => [
      kind,
      discrepancies.filter((discrepancy) => discrepancy.kind === kind).length,
    ]),
  );

/** Hundredths of a percent, rounded down: 100 % means every cent. */
const shareOf = ({ total, explained }: Explained): string =>
  total === 0 ? '100.00' : (Math.floor((explained * 10_000) / total) / 100).toFixed(2);

/** The result for people. */
export const renderText = ({ explained, discrepancies, movements, others }: Reconciliation): string =>
  [
    ...explained.map(
      (money) =>
        `money explained: ${shareOf(money)} % of ${decimal(money.total, money.currency)} ${money.currency.toUpperCase()}`,
    ),
    `movements compared: ${movements}; other lines: ${others}`,
    ...Object.entries(counted(discrepancies)).map(([kind, count]) => `${kind}: ${count}`),
    ...discrepancies.map(
      ({ kind, movement, lines, charge, operation, psp_reference, what }) =>
        `  ${kind}  ${movement}  ${[charge, operation, psp_reference].filter((id) => id !== null).join(' ')}${lines.length > 0 ? `  line ${lines.join(', ')}` : ''}: ${what}`,
    ),
  ].join('\n');

/** The result for programs. Amounts in minor units. */
export const renderJson = (psp: string, result: Reconciliation): string =>
  `${JSON.stringify(
    {
      psp,
      explained: result.explained.map((money) => ({ ...money, percent: Number(shareOf(money)) })),
      movements: result.movements,
      others: result.others,
      counts: counted(result.discrepancies),
      discrepancies: result.discrepancies,
    },
    null,
    2,
  )}\n`;

/** One row for each discrepancy. Amounts in minor units. */
export const renderCsv = ({ discrepancies }: Reconciliation): string =>
  writeCsv(
    [
      'kind',
      'movement',
      'lines',
      'charge',
      'operation',
      'psp_reference',
      'currency',
      'here',
      'there',
      'what',
    ],
    discrepancies.map(
      ({ kind, movement, lines, charge, operation, psp_reference, currency, here, there, what }) => [
        kind,
        movement,
        lines.join(' '),
        charge,
        operation,
        psp_reference,
        currency,
        here,
        there,
        what,
      ],
    ),
  );
