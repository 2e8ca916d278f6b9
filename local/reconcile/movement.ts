/** Kinds of movements of money, in a PSP's report and in our own records. */
export type MovementKind = 'capture' | 'refund' | 'chargeback' | 'chargeback_reversal';

/** One line of a report. `charge` and `operation` are our ids, `payment` and `psp_reference` the PSP's, if the report names them. */
export type ReportLine = {
  /** Counts from 1, the header included. */
  readonly line: number;
  readonly kind: MovementKind;
  readonly charge?: string | undefined;
  readonly operation?: string | undefined;
  readonly payment?: string | undefined;
  readonly psp_reference?: string | undefined;
  /** ISO 4217 minor units; a negative amount takes back an earlier line's. */
  readonly amount: number;
  readonly currency: string;
  readonly pending?: true;
  /** The part that the PSP kept (negative: added), and what is left if the report says so: `amount` less the fee. Minor units. */
  readonly fee?: { readonly amount: number; readonly currency: string; readonly net?: number | undefined };
  /** Unix milliseconds. */
  readonly at: number;
};

/** A parsed report: movements of payments, and the number of lines about anything else (payouts, invoices). */
export type Report = { readonly lines: readonly ReportLine[]; readonly others: number };

/** Throws an error that names the line and its problem. */
export type ReadReport = (text: string) => Report;
