import type { ShowChallenge, ShowChallengeIn } from '../challenge/show-challenge.ts';
import { frameName } from '../frame-name.ts';
import type { PaymentElement, PaymentFields, PaymentOptions } from '../payment-types.ts';
import type { JoinWallets } from '../wallet-buttons/join-wallets.ts';
import { checkName } from './check-names.ts';
import { type CheckedOptions, checkOptions } from './check-options.ts';
import { createCard, type Payment } from './create-card.ts';
import { createGroup } from './create-group.ts';

/** The address of the vault's frame, if this environment has a vault: built in, so that no page can name another. */
declare const VAULT_FRAME: string;

/** The file with the wallets' buttons, loaded for a session that offers some. */
declare const WALLET_BUTTONS: string;

/** The file that shows 3-D Secure in a frame, loaded for the first payment that needs it. */
declare const CHALLENGE: string;

/** Without a vault, the frame is at this script's origin; the script could not learn any other. */
const source = (document.currentScript as HTMLScriptElement | null)?.src ?? '';

const make = <Made>(
  create: (address: URL, checked: CheckedOptions, payment?: Payment) => Made,
  options: Partial<PaymentOptions> = {},
  more: readonly (keyof PaymentOptions)[] = [],
  payment?: Payment,
): Made => {
  const checked = checkOptions(options, ['style', 'fonts', 'patience', 'locale', 'redirect', ...more]);
  const { framed, language } = checked;
  const challenge: ShowChallenge = async (url, gone) =>
    (await load<Challenges>(CHALLENGE)).showChallenge(url, gone, language);
  const address = new URL(frameName(language), VAULT_FRAME || source);
  return create(address, { ...checked, ...(framed && { challenge }) }, payment);
};

const load = <Loaded>(file: string): Promise<Loaded> => import(new URL(file, source).href);

type Challenges = { readonly showChallenge: ShowChallengeIn };

type Buttons = { readonly joinWallets: JoinWallets };

const create = {
  card: (options?: Partial<PaymentOptions>) => make(createCard, options, ['client_secret', 'name']),
  payment: (options: Partial<PaymentOptions> = {}) =>
    make(
      createCard<PaymentElement>,
      options,
      ['client_secret', 'name', 'googlepay', 'applepay', 'buttonColor'],
      {
        offered: async (offer, counter) => {
          if (!options.googlepay && !options.applepay) return;
          (await load<Buttons>(WALLET_BUTTONS)).joinWallets(offer, options, counter);
        },
      },
    ),
};

const fields: PaymentFields = {
  create: ((kind: keyof typeof create, options?: PaymentOptions) => {
    checkName('fields', kind, Object.keys(create));
    return create[kind](options);
  }) as PaymentFields['create'],
  group: (options) => make(createGroup, options),
};

Object.assign(window, { PaymentFields: fields });
