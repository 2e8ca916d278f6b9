import type { Examination, ExamineAccount, Finding, QuestionResult } from '../../types/examination.ts';
import { findRefusedKey, missing, ok, unseen, webhookFinding } from '../findings.ts';
import { booleanAt, listAt, textAt } from '../json.ts';
import { eventsRead } from './read-claim.ts';

/** Part of every standard webhook. */
const defaultEvents: readonly string[] = [
  'AUTHORISATION',
  'CANCELLATION',
  'CANCEL_OR_REFUND',
  'CAPTURE',
  'CAPTURE_FAILED',
  'REFUND',
  'REFUND_FAILED',
  'REFUNDED_REVERSED',
];

/** Events that must be enabled one by one. */
export const chosenEvents: readonly string[] = eventsRead.filter((code) => !defaultEvents.includes(code));

const credentials = 'Adyen Customer Area, Developers, API credentials';
const webhooks = 'Adyen Customer Area, Developers, Webhooks';

export const examineAdyen: ExamineAccount = async (examination) => {
  const { account, ask, api_key } = examination;
  const merchant = account.settings.merchant_account;
  if (merchant === undefined) return [missing('the setting merchant_account is missing')];
  const headers = { 'x-api-key': api_key };
  const brands = await ask({
    method: 'POST',
    path: '/cardDetails',
    headers: { ...headers, 'content-type': 'application/json' },
    // The first digits of a Visa card: the call takes no more.
    body: JSON.stringify({ merchantAccount: merchant, cardNumber: '41111111' }),
  });
  const refused = findRefusedKey(
    brands,
    `${credentials}: the roles "Checkout webservice role", and ${merchant}`,
  );
  if (refused) return [refused];
  const base_url = managementOf(account.base_url);
  const [me, hooks] = await Promise.all([
    ask({ path: '/me', headers, base_url }),
    ask({ path: `/merchants/${encodeURIComponent(merchant)}/webhooks?pageSize=100`, headers, base_url }),
  ]);
  return [
    merchantFinding(brands, merchant),
    ...rawCards(examination, me),
    unseen(`currencies: make a payment in each, or look at ${merchant}, Settings, Payment methods`),
    ...(await webhookFindings(examination, hooks, () =>
      ask({
        path: `/companies/${encodeURIComponent(textAt(me.json, 'companyName') ?? '')}/webhooks?pageSize=100`,
        headers,
        base_url,
      }),
    )),
  ];
};

/** The Management API has its own host; a simulator serves both from one. */
const managementOf = (base_url: string): string => {
  const { origin, hostname } = new URL(base_url);
  if (hostname.endsWith('-test.adyen.com')) return 'https://management-test.adyen.com/v3';
  return /\.adyen(payments)?\.com$/.test(hostname) ? 'https://management-live.adyen.com/v3' : `${origin}/v3`;
};

const merchantFinding = (
  { status, json }: { readonly status: number; readonly json: unknown },
  merchant: string,
): Finding => {
  if (status !== 200)
    return missing(
      `${merchant} is refused (${textAt(json, 'errorCode') ?? status}): correct merchant_account, or ${credentials}`,
    );
  return ok(`the key is accepted for ${merchant}`);
};

const role = 'API PCI Payments role';

const rawCards = (
  { card_capture }: Examination,
  me: { readonly status: number; readonly json: unknown },
): readonly Finding[] => {
  if (!card_capture) return [];
  const roles = listAt(me.json, 'roles');
  if (me.status !== 200 || roles === undefined)
    return [unseen(`card numbers: the key may not read its own roles. ${credentials}: it needs "${role}"`)];
  return [
    roles.some((name) => String(name).replace(/^Checkout /, '') === role)
      ? ok('card numbers may be sent')
      : missing(
          `card numbers may not be sent: ${credentials}, the role "${role}", which Adyen support grants`,
        ),
  ];
};

/** A webhook belongs to the merchant account or to the company. The merchant account's list omits the company's. */
const webhookFindings = async (
  examination: Examination,
  merchants: QuestionResult,
  askCompany: () => Promise<QuestionResult>,
): Promise<readonly Finding[]> => {
  const leadsHere = (hook: unknown): boolean => textAt(hook, 'url') === examination.webhook_url;
  const own = listAt(merchants.json, 'data') ?? [];
  const company = own.some(leadsHere) ? merchants : await askCompany();
  if (merchants.status !== 200 || company.status !== 200)
    return [unseen(`webhook: the key lacks the role "Management API—Webhooks read". Look at ${webhooks}`)];
  const all = new Set([...own, ...(listAt(company.json, 'data') ?? [])]);
  const standard = [...all].filter((hook) => textAt(hook, 'type') === 'standard');
  const registered = standard.map((hook) => ({
    url: textAt(hook, 'url'),
    active: booleanAt(hook, 'active') === true,
    events: eventsOf(hook),
  }));
  const failing = standard.some((hook) => leadsHere(hook) && booleanAt(hook, 'hasError') === true);
  return [
    webhookFinding(registered, eventsRead, examination, `${webhooks}, a standard webhook in JSON`),
    ...(failing ? [missing(`Adyen has recently failed to deliver to it: ${webhooks}`)] : []),
  ];
};

const eventsOf = (hook: unknown): readonly string[] => {
  const chosen = (listAt(hook, 'additionalSettings', 'includeEventCodes') ?? []).map(String);
  const excluded = (listAt(hook, 'additionalSettings', 'excludeEventCodes') ?? []).map(String);
  return [...defaultEvents, ...chosen].filter((name) => !excluded.includes(name));
};
