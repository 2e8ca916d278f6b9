/** Money that moved, as a PSP's report and our own records both have it. */
export type MovementKind = 'capture' | 'refund' | 'chargeback' | 'chargeback_reversal';

/** One line of a report. `charge` and `operation` are our ids, `payment` and `psp_reference` the PSP's, as far as the report names them. */
export type ReportLine = {
  /** Counts from 1, the header included. */
  readonly line: number;
  readonly kind: MovementKind;
  readonly charge?: string | undefined;
  readonly operation?: string | undefined;
  readonly payment?: string | undefined;
  readonly psp_reference?: string | undefined;
  /** ISO 4217 minor units; negative takes back what an earlier line moved. */
  readonly amount: number;
  readonly currency: string;
  readonly pending?: true;
  /** What the PSP kept of it (negative: what it added), and what is left if the report says so: `amount` less the fee. Minor units. */
  readonly fee?: { readonly amount: number; readonly currency: string; readonly net?: number | undefined };
  /** Unix milliseconds. */
  readonly at: number;
};

/** A report as read: movements of payments, and how many lines are about something else (payouts, invoices). */
export type Report = { readonly lines: readonly ReportLine[]; readonly others: number };

/** Throws with the line and what is wrong with it. */
export type ReadReport = (text: string) => Report;
