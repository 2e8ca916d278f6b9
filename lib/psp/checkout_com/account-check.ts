import type { Examination, ExamineAccount, Finding, QuestionResult } from '../../types/examination.ts';
import { findRefusedKey, missing, ok, type Registered, unseen, webhookFinding } from '../findings.ts';
import { at, booleanAt, listAt, textAt } from '../json.ts';
import { eventsRead } from './webhooks.ts';

/** Named as in a workflow's condition: source, then event. */
const neededEvents = Object.entries(eventsRead).flatMap(([source, types]) =>
  types.map((type) => `${source}:${type}`),
);

const keys = 'Checkout.com Dashboard, Developers, Keys';
const workflows = 'Checkout.com Dashboard, Developers, Workflows';

/** A well-formed id of a payment that does not exist. */
const absent_payment = 'pay_aaaaaaaaaaaaaaaaaaaaaaaaaa';

export const examineCheckoutCom: ExamineAccount = async (examination) => {
  const headers = { authorization: `Bearer ${examination.api_key}` };
  const none = await examination.ask({ path: `/payments/${absent_payment}`, headers });
  const refused = findRefusedKey(none, keys);
  if (refused) return [refused];
  return [
    none.status === 404
      ? ok('the key is accepted')
      : missing(`a payment that does not exist answers ${none.status}: check the base_url`),
    channel(examination),
    ...city(examination),
    ...(examination.card_capture
      ? [
          unseen(
            'card numbers: make a payment; the answer 403, or cvv_invalid, means no. Your account manager grants this',
          ),
        ]
      : []),
    unseen('currencies: make a payment in each, or ask your account manager'),
    await webhook(examination, headers),
  ];
};

const channel = ({ account: { settings } }: Examination): Finding => {
  const id = settings.processing_channel_id;
  if (id === undefined)
    return unseen(`processing_channel_id is not set: needed if the key is for several channels (${keys})`);
  return /^pc_[a-z2-7]{26}$/.test(id)
    ? ok(`payments go to the channel ${id}`)
    : missing(`${id} is not the id of a processing channel: ${keys}`);
};

/** Checkout.com refuses a payment with a longer one. Source: BillingDescriptor. */
const city = ({ account: { settings } }: Examination): readonly Finding[] =>
  (settings.descriptor_city ?? '').length > 13
    ? [missing(`${settings.descriptor_city} is too long: descriptor_city takes at most 13 characters`)]
    : [];

/** The list only names the workflows; each is then read separately. */
const webhook = async (
  examination: Examination,
  headers: Readonly<Record<string, string>>,
): Promise<Finding> => {
  const list = await examination.ask({ path: '/workflows', headers });
  if (list.status !== 200) return unseen(`webhook: the key lacks the scope flow. Look at ${workflows}`);
  const ids = (listAt(list.json, 'data') ?? []).flatMap((workflow) => textAt(workflow, 'id') ?? []);
  const found = await Promise.all(
    ids.slice(0, 50).map((id) => examination.ask({ path: `/workflows/${encodeURIComponent(id)}`, headers })),
  );
  const channel = examination.account.settings.processing_channel_id;
  const covering = found.filter(({ json }) => channel === undefined || covers(json, channel));
  const where = channel === undefined ? workflows : `${workflows} (for every channel, or with ${channel})`;
  return webhookFinding(covering.flatMap(readRegistered), neededEvents, examination, where);
};

/** A workflow may be limited to some of the account's channels. */
const covers = (workflow: unknown, channel: string): boolean =>
  (listAt(workflow, 'conditions') ?? [])
    .filter((condition) => textAt(condition, 'type') === 'processing_channel')
    .every((condition) => listAt(condition, 'processing_channels')?.includes(channel));

/** One webhook for each action that posts to a URL. */
const readRegistered = ({ json }: QuestionResult): readonly Registered[] => {
  const events = (listAt(json, 'conditions') ?? [])
    .filter((condition) => textAt(condition, 'type') === 'event')
    .flatMap((condition) => namesIn(at(condition, 'events')));
  return (listAt(json, 'actions') ?? [])
    .filter((action) => textAt(action, 'type') === 'webhook')
    .map((action) => ({ url: textAt(action, 'url'), active: booleanAt(json, 'active') !== false, events }));
};

const namesIn = (events: unknown): readonly string[] =>
  Object.keys(typeof events === 'object' && events !== null ? events : {}).flatMap((source) =>
    (listAt(events, source) ?? []).map((name) => `${source}:${String(name)}`),
  );
