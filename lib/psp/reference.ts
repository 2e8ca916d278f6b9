import type { Attempt } from '../types/psp.ts';
/**
 * For PSPs whose captures, cancels or refunds have only one text that webhooks return: that text is our charge id and our operation id, joined by a
 * dot that neither contains (59 characters).
 */
export const writeReference = (charge: string, operation: string): string => `${charge}.${operation}`;

/** Both ids from such a text, or undefined if it is not ours. */
export const readReference = (
  reference: string | undefined,
): { readonly charge: string; readonly operation?: string } | undefined => {
  const [charge, operation] = (reference ?? '').split('.', 2);
  if (!isChargeId(charge)) return undefined;
  return operation ? { charge, operation } : { charge };
};

/** Whether a text has the form of our charge ids. Other programs write ids of their own, such as Stripe's `ch_…`, into the same fields. */
export const isChargeId = (text: string | undefined): text is string => /^ch_[0-9a-z]{26}$/.test(text ?? '');

/** The reference of the attempt's payment at its PSP. It is another charge's if this is a second payment under that reference. */
export const referenceAtPsp = ({ created_as, reference }: Attempt): string => created_as ?? reference;
