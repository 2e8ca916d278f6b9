import * as z from 'zod/mini';
import { apiKey } from './api-key.ts';
import { auditEntry } from './audit-entry.ts';
import { charge } from './charge.ts';
import { checkoutSession } from './checkout-session.ts';
import { unsentDelivery } from './delivery.ts';
import { dispute } from './dispute.ts';
import { event } from './event.ts';
import { note } from './note.ts';
import type { ObjectOf } from './object-of.ts';
import { paymentLink } from './payment-link.ts';
import { paymentMethod } from './payment-method.ts';
import { refund } from './refund.ts';

const listOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.strictObject({
    object: z.literal('list'),
    data: z.array(row),
    has_more: z.boolean(),
    next_cursor: z.nullable(z.string()),
    previous_cursor: z.nullable(z.string()),
  });

/** A page of a list of `Row`. */
export type ListObject<Row> = Omit<ObjectOf<typeof noteList>, 'data'> & { readonly data: readonly Row[] };

export const checkoutSessionList = listOf(checkoutSession);
export const chargeList = listOf(charge);
export const noteList = listOf(note);
export const refundList = listOf(refund);
export const eventList = listOf(event);
export const auditEntryList = listOf(auditEntry);
export const disputeList = listOf(dispute);
export const paymentMethodList = listOf(paymentMethod);
export const paymentLinkList = listOf(paymentLink);
export const apiKeyList = listOf(apiKey);
export const deliveryList = listOf(unsentDelivery);
