import { defined } from '../../../lib/types/defined.ts';
import type { AdyenBooks, AdyenPayment } from './adyen-books.ts';
import { merchantAccount } from './merchant-account.ts';

type Notice = {
  readonly code: string;
  readonly success: boolean;
  readonly reason?: string;
  readonly operations?: readonly string[];
  /** Unsigned fields. */
  readonly additional?: Readonly<Record<string, string>>;
  /** The payment that it is about; a technical cancel may find none. */
  readonly payment?: AdyenPayment;
  /** For a modification: its own PSP reference, its amount, and the merchant's reference for it. */
  readonly modification?: {
    readonly id: string;
    readonly amount: number;
    readonly currency: string;
    readonly reference: string | null;
  };
};

/** Puts a standard webhook item into the outbox; it is signed when sent. */
export const notify = (books: AdyenBooks, notice: Notice): void => {
  const { payment, modification } = notice;
  const amount = modification?.amount ?? payment?.amount ?? 0;
  const currency = modification?.currency ?? payment?.currency ?? 'eur';
  books.context.emit({
    ...defined({ additionalData: notice.additional }),
    amount: { currency: currency.toUpperCase(), value: amount },
    eventCode: notice.code,
    eventDate: new Date(books.context.now()).toISOString(),
    merchantAccountCode: merchantAccount,
    merchantReference: modification?.reference ?? payment?.reference ?? '',
    ...defined({ operations: notice.operations }),
    ...(modification !== undefined && payment !== undefined && { originalReference: payment.id }),
    paymentMethod: payment?.brand ?? 'visa',
    pspReference: modification?.id ?? payment?.id ?? '',
    reason: notice.reason ?? '',
    success: String(notice.success),
  });
};
