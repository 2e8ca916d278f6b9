import type { PaymentFields } from '../types.ts';
import { createCard } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** The service's origin is the one this script came from; there is no other it could be told. */
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? '';
const address = (): URL => new URL('frame.html', source);

const fields: PaymentFields = {
  create: (kind, { style = {}, client_secret } = {}) => {
    if (kind !== 'card') throw new TypeError(`Unknown fields "${kind}": expected "card"`);
    return createCard(address(), style, client_secret);
  },
  group: ({ style = {} } = {}) => createGroup(address(), style),
};

Object.assign(window, { PaymentFields: fields });
