import { awsCall } from '../aws/aws-call.ts';
import { functionName } from '../base/function-name.ts';
import type { Environment } from '../environments.ts';
import type { Check } from './check.ts';

type Accounts = Readonly<
  Record<string, { readonly psp: string; readonly settings?: Readonly<Record<string, string>> }>
>;

/** The settings that name an account at its PSP: Stripe's connected account, Adyen's merchant account, Square's location. */
const naming = ['account', 'merchant_account', 'location_id'];

/**
 * What is open at an account, its refunds and its events need the account for as long as anybody may dispute a payment. So a deploy may neither take
 * away one that is deployed nor lead its id to another account at the PSP. Until an environment is established, it is only said.
 */
export const checkDeployedAccounts = async ({
  name,
  accounts,
  established,
}: Pick<Environment, 'name' | 'accounts' | 'established'>): Promise<readonly Check[]> => {
  const deployed = await deployedAccounts(functionName({ name }, 'confirm-checkout-session'));
  const problems = Object.entries(deployed).flatMap(([id, before]) => problemOf(id, before, accounts[id]));
  return problems.map((says) => ({ ok: false, says, ...(established ? {} : { later: true }) }));
};

const problemOf = (
  id: string,
  before: Accounts[string],
  now: Accounts[string] | undefined,
): readonly string[] => {
  if (now === undefined)
    return [
      `${id} is deployed, but not in infra/environments.ts: its refunds and events would be refused. Keep it there, and close it: POST /v1/routing/psps/${id}`,
    ];
  const [was, is] = [nameOf(before), nameOf(now)];
  return was === is
    ? []
    : [
        `${id} is deployed for ${was}, and infra/environments.ts says ${is}: its payments would be looked for in the wrong account. Give ${is} an id of its own`,
      ];
};

const nameOf = ({ psp, settings = {} }: Accounts[string]): string =>
  [psp, ...naming.flatMap((setting) => settings[setting] ?? [])].join(' ');

/** What a deployed function was given; none before the first deploy. Throws if it may not be read. */
const deployedAccounts = async (of: string): Promise<Accounts> => {
  const path = `/2015-03-31/functions/${of}/configuration`;
  const { ok, status, text } = await awsCall({ service: 'lambda', path });
  if (status === 404) return {};
  const settings: { readonly Environment?: { readonly Variables?: Record<string, string> } } = ok
    ? JSON.parse(text)
    : {};
  const accounts = settings.Environment?.Variables?.PSP_ACCOUNTS;
  if (accounts === undefined) throw new Error(`lambda: the settings of ${of} cannot be read (${status})`);
  return JSON.parse(accounts);
};
