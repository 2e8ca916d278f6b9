import type { PaymentFields } from '../types.ts';
import { createCard } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** The address of the vault's frame, if this environment has a vault: built in, so that no page can name another. */
declare const VAULT_FRAME: string;

/** Without a vault, the frame is at this script's origin; the script could not learn any other. */
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
