import { createHmac } from 'node:crypto';

type Item = {
  readonly pspReference: string;
  readonly originalReference?: string;
  readonly merchantAccountCode: string;
  readonly merchantReference: string;
  readonly amount: { readonly value: number; readonly currency: string };
  readonly eventCode: string;
  readonly success: string;
  readonly additionalData?: Readonly<Record<string, string>>;
};

/** A standard webhook with one item, signed: HMAC-SHA256 under the hex key, base64, over the fields below joined by colons. */
export const signItem = (event: unknown, key: string): object => {
  const item = event as Item;
  const signed = [
    item.pspReference,
    item.originalReference ?? '',
    item.merchantAccountCode,
    item.merchantReference,
    item.amount.value,
    item.amount.currency,
    item.eventCode,
    item.success,
  ].join(':');
  const hmacSignature = createHmac('sha256', Buffer.from(key, 'hex')).update(signed).digest('base64');
  return {
    live: 'false',
    notificationItems: [
      { NotificationRequestItem: { ...item, additionalData: { ...item.additionalData, hmacSignature } } },
    ],
  };
};
