import type { Examination, ExamineAccount, Finding, QuestionResult } from '../../types/examination.ts';
import { findRefusedKey, missing, ok, unseen, webhookFinding } from '../findings.ts';
import { booleanAt, listAt, textAt } from '../json.ts';
import { squareVersion } from './client.ts';
import { eventsRead } from './webhooks.ts';

const app = 'Square Developer Console, your application';

export const examineSquare: ExamineAccount = async (examination) => {
  const { ask, account, api_key } = examination;
  const place = account.settings.location_id;
  if (place === undefined) return [missing(`the setting location_id is missing: ${app}, Locations`)];
  const headers = { authorization: `Bearer ${api_key}`, 'square-version': squareVersion };
  const [location, payments, subscriptions] = await Promise.all([
    ask({ path: `/v2/locations/${encodeURIComponent(place)}`, headers }),
    ask({ path: `/v2/payments?location_id=${encodeURIComponent(place)}&limit=1`, headers }),
    ask({ path: '/v2/webhooks/subscriptions?include_disabled=true', headers }),
  ]);
  const refused = findRefusedKey(payments, `${app}, Credentials: access token, with PAYMENTS_READ`);
  if (refused) return [refused];
  return [
    ok('the access token is accepted'),
    ...locationFindings(location, place),
    subscriptions.status === 200
      ? webhook(subscriptions.json, examination)
      : unseen(`webhook: only the application's own access token may read it. Look at ${app}, Webhooks`),
  ];
};

const locationFindings = (location: QuestionResult, place: string): readonly Finding[] => {
  const { status, json } = location;
  const refused = findRefusedKey(
    location,
    `${app}, Credentials: access token, with MERCHANT_PROFILE_READ for ${place}`,
  );
  if (refused) return [refused];
  if (status !== 200) return [missing(`there is no location ${place}: ${app}, Locations`)];
  const currency = textAt(json, 'location', 'currency');
  const cards = listAt(json, 'location', 'capabilities')?.includes('CREDIT_CARD_PROCESSING');
  return [
    textAt(json, 'location', 'status') === 'ACTIVE'
      ? ok(`the location ${place} is active`)
      : missing(`the location ${place} is not active: Square Dashboard, Account, Locations`),
    cards === true
      ? ok('the location takes cards')
      : missing(`the location ${place} takes no cards: Square Dashboard, Account, Locations, activate it`),
    currency === undefined ? unseen('currencies: not reported') : ok(`takes ${currency}, and nothing else`),
  ];
};

/** The registered URL must match the setting exactly: it is part of every signature. */
const webhook = (list: unknown, examination: Examination): Finding => {
  const { notification_url } = examination.account.settings;
  if (notification_url === undefined) return missing('the setting notification_url is missing');
  const registered = (listAt(list, 'subscriptions') ?? []).map((subscription) => ({
    url: textAt(subscription, 'notification_url'),
    active: booleanAt(subscription, 'enabled') === true,
    events: (listAt(subscription, 'event_types') ?? []).map(String),
  }));
  const where = `${app}, Webhooks, Subscriptions`;
  return webhookFinding(registered, eventsRead, { webhook_url: notification_url }, where);
};
