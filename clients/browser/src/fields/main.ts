import type { PaymentFields } from '../types.ts';
import { createCard } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** Where the vault serves the frame, if this environment has one: built in, so that no page can name another place. */
declare const VAULT_FRAME: string;

/** Without a vault the frame is where this script came from; it could learn no other. */
const source = VAULT_FRAME || ((document.currentScript as HTMLScriptElement | null)?.src ?? '');
const address = (): URL => new URL('frame.html', source);

const fields: PaymentFields = {
  create: (kind, { style = {}, client_secret } = {}) => {
    if (kind !== 'card') throw new TypeError(`Unknown fields "${kind}": expected "card"`);
    return createCard(address(), style, client_secret);
  },
  group: ({ style = {} } = {}) => createGroup(address(), style),
};

Object.assign(window, { PaymentFields: fields });
