import type { Examination, ExamineAccount, Finding } from '../../types/examination.ts';
import { findRefusedKey, missing, ok, unseen, webhookFinding } from '../findings.ts';
import { anyTextAt, listAt, textAt } from '../json.ts';
import { eventsRead } from './read-event.ts';

/** We use these events, but they are not on PayPal's own list, so they may not be available. The result of a refund is looked up anyway. */
const perhaps: readonly string[] = ['PAYMENT.REFUND.PENDING', 'PAYMENT.REFUND.FAILED'];

export const neededEvents: readonly string[] = eventsRead.filter((name) => !perhaps.includes(name));

const app = 'PayPal Developer Dashboard, Apps & Credentials, your app';

/** The permissions in an access token, by the end of their names. */
const rights = [
  ['/services/payments/payment', 'payments'],
  ['/services/payments/refund', 'refunds'],
] as const;

export const examinePayPal: ExamineAccount = async (examination) => {
  const { ask, api_key, account } = examination;
  const token = await ask({
    method: 'POST',
    path: '/v1/oauth2/token',
    headers: {
      authorization: `Basic ${Buffer.from(api_key).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  const refused = findRefusedKey(token, app);
  if (refused) return [refused];
  const access = anyTextAt(token.json, 'access_token');
  if (access === undefined) return [missing(`PayPal gives no access token: ${app}`)];
  const scopes = (anyTextAt(token.json, 'scope') ?? '').split(' ');
  return [
    ok('the credentials are accepted'),
    ...rights.map(([scope, what]) =>
      scopes.some((name) => name.includes(scope))
        ? ok(`the app may make ${what}`)
        : missing(`the app may not make ${what}: ${app}, Features`),
    ),
    ...(examination.card_capture
      ? [unseen(`card numbers: ${app}, Features, "Advanced Credit and Debit Card Payments" has to be on`)]
      : []),
    unseen('currencies: PayPal, Account Settings, Business preferences, Currencies'),
    await webhook(examination, { authorization: `Bearer ${access}` }, account.settings.webhook_id),
  ];
};

const webhook = async (
  examination: Examination,
  headers: Readonly<Record<string, string>>,
  id: string | undefined,
): Promise<Finding> => {
  if (id === undefined) return missing(`the setting webhook_id is missing: ${app}, Webhooks`);
  const { status, json } = await examination.ask({
    path: `/v1/notifications/webhooks/${encodeURIComponent(id)}`,
    headers,
  });
  if (status === 404) return missing(`there is no webhook ${id}: ${app}, Webhooks`);
  if (status !== 200) return unseen(`webhook: PayPal answers ${status}. Look at ${app}, Webhooks`);
  const events = (listAt(json, 'event_types') ?? []).flatMap((type) => textAt(type, 'name') ?? []);
  return webhookFinding(
    [{ url: textAt(json, 'url'), active: true, events }],
    neededEvents,
    examination,
    `${app}, Webhooks`,
  );
};
