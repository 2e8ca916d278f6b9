import type { PaymentFields } from '../types.ts';
import { checkName } from './check-names.ts';
import { checkOptions } from './check-options.ts';
import { createCard } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** The address of the vault's frame, if this environment has a vault: built in, so that no page can name another. */
declare const VAULT_FRAME: string;

/** Without a vault, the frame is at this script's origin; the script could not learn any other. */
const source = VAULT_FRAME || ((document.currentScript as HTMLScriptElement | null)?.src ?? '');
const address = (): URL => new URL('frame.html', source);

const fields: PaymentFields = {
  create: (kind, options = {}) => {
    checkName('fields', kind, ['card']);
    return createCard(address(), checkOptions(options, ['style', 'client_secret', 'patience']));
  },
  group: (options = {}) => createGroup(address(), checkOptions(options, ['style', 'patience'])),
};

Object.assign(window, { PaymentFields: fields });
