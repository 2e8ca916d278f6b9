import { frameName } from '../frame-name.ts';
import type { CardOptions, PaymentFields } from '../types.ts';
import { checkName } from './check-names.ts';
import { type CheckedOptions, checkOptions } from './check-options.ts';
import { createCard } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** The address of the vault's frame, if this environment has a vault: built in, so that no page can name another. */
declare const VAULT_FRAME: string;

/** Without a vault, the frame is at this script's origin; the script could not learn any other. */
const source = VAULT_FRAME || ((document.currentScript as HTMLScriptElement | null)?.src ?? '');
const make = <Made>(
  create: (address: URL, checked: CheckedOptions) => Made,
  options: CardOptions,
  names: readonly (keyof CardOptions)[],
): Made => {
  const checked = checkOptions(options, names);
  return create(new URL(frameName(checked.language), source), checked);
};

const fields: PaymentFields = {
  create: (kind, options = {}) => {
    checkName('fields', kind, ['card']);
    return make(createCard, options, ['style', 'client_secret', 'patience', 'locale']);
  },
  group: (options = {}) => make(createGroup, options, ['style', 'patience', 'locale']),
};

Object.assign(window, { PaymentFields: fields });
