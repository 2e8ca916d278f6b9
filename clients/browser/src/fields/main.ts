import type { PaymentFields } from '../types.ts';
import { createCard } from './create-card.ts';

/** The service's origin is the one this script came from; there is no other it could be told. */
const address = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

const fields: PaymentFields = {
  create: (kind, { style = {} } = {}) => {
    if (kind !== 'card') throw new TypeError(`Unknown fields "${kind}": expected "card"`);
    return createCard(new URL('frame.html', address), style);
  },
};

Object.assign(window, { PaymentFields: fields });
