import { at, integerAt, textAt } from '../../../lib/psp/json.ts';
import { readReference } from '../../../lib/psp/reference.ts';
import type { ReadReport, ReportLine } from '../../reconcile/movement.ts';
import { linesOf } from '../../reconcile/read-lines.ts';
import { reportTime } from '../../reconcile/report-time.ts';
import { listBookEntries } from '../framework/list-book-entries.ts';
import { moneyOf, renderDispute, renderPayment, renderRefund, type SquareBooks } from './books.ts';

/** The answers of ListPayments, ListPaymentRefunds and ListDisputes in one object. */
export const writeReport = (books: SquareBooks): string => {
  const movements = listBookEntries({
    payments: books.payments.values(),
    refunds: books.refunds.values(),
    disputes: [],
    exponents: {},
  });
  const fees = new Map(movements.map(({ kind, id, fee }) => [`${kind} ${id}`, fee]));
  const payments = [...books.payments.values()].map((payment) => {
    const fee = fees.get(`capture ${payment.id}`);
    return {
      ...renderPayment(books, payment),
      ...(fee !== undefined && {
        processing_fee: [{ type: 'INITIAL', amount_money: moneyOf(fee, payment.currency) }],
      }),
    };
  });
  const paymentOf = (id: string) => {
    const payment = books.payments.get(id);
    if (payment === undefined) throw new Error(`no payment ${id} in the books`);
    return payment;
  };
  const refunds = [...books.refunds.values()].map((refund) =>
    renderRefund(paymentOf(refund.payment), refund),
  );
  const disputes = [...books.disputes.values()].map((dispute) =>
    renderDispute(books, paymentOf(dispute.payment), dispute),
  );
  return `${JSON.stringify({ payments, refunds, disputes }, null, 2)}\n`;
};

/** The answers of ListPayments, ListPaymentRefunds and ListDisputes in one object: `payments`, `refunds`, `disputes`. "Lines" count through them in this order. */
export const readReport: ReadReport = (text) => {
  const file: unknown = JSON.parse(text);
  const list = (name: 'payments' | 'refunds' | 'disputes'): readonly Entry[] => {
    const given = at(file, name) ?? [];
    if (!Array.isArray(given)) throw new Error(`"${name}" is not a list.`);
    return given.map((json: unknown) => ({ line: 0, name, json }));
  };
  if (at(file, 'payments') === undefined) throw new Error('The file has no "payments".');
  const entries = [...list('payments'), ...list('refunds'), ...list('disputes')];
  return linesOf(
    entries.map((entry, index) => ({ ...entry, line: index + 1 })),
    (entry) => readers[entry.name](entry),
  );
};

type Entry = {
  readonly line: number;
  readonly name: 'payments' | 'refunds' | 'disputes';
  readonly json: unknown;
};

type Reader = (entry: Entry) => ReportLine | undefined;

const payment: Reader = ({ line, json }) =>
  at(json, 'status') === 'COMPLETED'
    ? {
        line,
        kind: 'capture',
        charge: readReference(textAt(json, 'reference_id'))?.charge,
        payment: textAt(json, 'id'),
        ...moneyAt(json, 'total_money'),
        ...feesOf(json),
        at: reportTime(textAt(json, 'created_at') ?? ''),
      }
    : undefined;

const refund: Reader = ({ line, json }) => {
  const status = at(json, 'status');
  if (status !== 'COMPLETED' && status !== 'PENDING') return undefined;
  const ours = readReference(textAt(json, 'reason'));
  return {
    line,
    kind: 'refund',
    charge: ours?.charge,
    operation: ours?.operation,
    payment: textAt(json, 'payment_id'),
    psp_reference: textAt(json, 'id'),
    ...moneyAt(json, 'amount_money'),
    ...(status === 'PENDING' && { pending: true }),
    at: reportTime(textAt(json, 'created_at') ?? ''),
  };
};

/** Only a lost amount, or one held while the dispute is open, has moved; an inquiry moves nothing. */
const dispute: Reader = ({ line, json }) =>
  ['EVIDENCE_REQUIRED', 'PROCESSING', 'LOST', 'ACCEPTED'].includes(textAt(json, 'state') ?? '')
    ? {
        line,
        kind: 'chargeback',
        payment: textAt(json, 'disputed_payment', 'payment_id'),
        psp_reference: textAt(json, 'id'),
        ...moneyAt(json, 'amount_money'),
        at: reportTime(textAt(json, 'created_at') ?? ''),
      }
    : undefined;

const readers: Readonly<Record<Entry['name'], Reader>> = {
  payments: payment,
  refunds: refund,
  disputes: dispute,
};

const moneyAt = (json: unknown, field: string): Pick<ReportLine, 'amount' | 'currency'> => {
  const amount = integerAt(json, field, 'amount');
  const currency = textAt(json, field, 'currency')?.toLowerCase();
  if (amount === undefined || currency === undefined) throw new Error(`${field} is not an amount`);
  return { amount, currency };
};

const feesOf = (json: unknown): Pick<ReportLine, 'fee'> => {
  const fees = at(json, 'processing_fee');
  if (!Array.isArray(fees) || fees.length === 0) return {};
  const moneys = fees.map((fee: unknown) => moneyAt(fee, 'amount_money'));
  const [{ currency } = { currency: '' }] = moneys;
  return { fee: { amount: moneys.reduce((sum, { amount }) => sum + amount, 0), currency } };
};
