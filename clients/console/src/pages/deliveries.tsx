import { useState } from 'preact/hooks';
import type { WebhookEndpoint } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { count } from '../format.ts';
import { address, go, place } from '../place.ts';
import { readDeliveries, type ShownDelivery } from '../read-deliveries.ts';
import { Action, type Send } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

const fresh_ms = 5_000;
const statuses = ['failed', 'pending'] as const;

/** Events that have not arrived, and how to send all of an outage again. */
export const Deliveries = () => {
  const { deliveries } = words.value;
  const { query } = place.value;
  const status = statuses.find((one) => one === query.get('status')) ?? 'failed';
  const [endpoint, after, before] = ['endpoint', 'after', 'before'].map(
    (name) => query.get(name) ?? undefined,
  );
  const endpoints = useAnswer('endpoints', (signal) => call('listWebhookEndpoints', {}, { signal }));
  const answer = useAnswer(
    query.toString(),
    (signal) =>
      readDeliveries(
        {
          limit: 25,
          status,
          ...(endpoint && { endpoint }),
          ...(after && { starting_after: after }),
          ...(before && { ending_before: before }),
        },
        signal,
      ),
    { every_ms: fresh_ms },
  );
  const show = (part: object) => go(address(['developers', 'deliveries'], { status, endpoint, ...part }));
  const known = endpoints.data?.data ?? [];
  return (
    <>
      <form class="filters" aria-label={words.value.payments.filter}>
        <Field label={deliveries.status}>
          <Choices
            name="status"
            value={status}
            choices={statuses.map((one) => [one, deliveries.states[one]])}
            onChange={(value) => show({ status: value })}
          />
        </Field>
        <Field label={deliveries.endpoint}>
          <Choices
            name="endpoint"
            value={endpoint ?? ''}
            any={words.value.payments.any}
            choices={known.map(({ id, url }) => [id, url])}
            onChange={(value) => show({ endpoint: value })}
          />
        </Field>
      </form>
      {may('webhooks:write') && known.length > 0 && (
        <Disclosed label={deliveries.resendAll}>
          {(close) => <ResendAll endpoints={known} close={close} reload={answer.reload} />}
        </Disclosed>
      )}
      <Reading answer={answer}>
        {(page) => (
          <>
            {page.shown.length === 0 ? (
              <p class="empty good">{deliveries.none[status]}</p>
            ) : (
              <Rows shown={page.shown} endpoints={known} />
            )}
            <Pager
              page={page}
              to={(cursor) => address(['developers', 'deliveries'], { status, endpoint, ...cursor })}
            />
          </>
        )}
      </Reading>
    </>
  );
};

type RowsProps = {
  readonly shown: readonly ShownDelivery[];
  readonly endpoints: readonly WebhookEndpoint[];
};

const Rows = ({ shown, endpoints }: RowsProps) => {
  const { deliveries } = words.value;
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{deliveries.event}</th>
          <th scope="col">{deliveries.happened}</th>
          <th scope="col">{deliveries.status}</th>
          <th scope="col">{deliveries.endpoint}</th>
          <th scope="col">{deliveries.attempts}</th>
          <th scope="col">{deliveries.next}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <Row key={`${one.delivery.endpoint} ${one.delivery.event}`} {...one} endpoints={endpoints} />
        ))}
      </tbody>
    </table>
  );
};

type RowProps = ShownDelivery & Pick<RowsProps, 'endpoints'>;

const Row = ({ delivery, event, endpoints }: RowProps) => {
  const { deliveries } = words.value;
  const { endpoint, status, attempts, http_status, next_at, at } = delivery;
  return (
    <tr>
      <td>
        <Link to={address(['developers', 'events', delivery.event])}>{event?.type ?? delivery.event}</Link>
      </td>
      <td class="time">{event !== null && <Time at_ms={event.created * 1000} />}</td>
      <td>
        <Badge tone={status === 'failed' ? 'bad' : 'waiting'}>{deliveries.states[status]}</Badge>{' '}
        <span class="note">{http_status ?? (at !== null && deliveries.silent)}</span>
      </td>
      <td class="reference">{endpoints.find(({ id }) => id === endpoint)?.url ?? endpoint}</td>
      <td data-label={deliveries.attempts}>{count(attempts)}</td>
      <td class="time" data-label={deliveries.next}>
        {next_at !== null && <Time at_ms={next_at * 1000} />}
      </td>
    </tr>
  );
};

type ResendProps = {
  readonly endpoints: readonly WebhookEndpoint[];
  readonly close: () => void;
  readonly reload: () => void;
};

const ResendAll = ({ endpoints, close, reload }: ResendProps) => {
  const { deliveries } = words.value;
  const [resent, setResent] = useState<string | undefined>(undefined);
  const seconds = (data: FormData, name: string) =>
    Math.floor(new Date(String(data.get(name))).getTime() / 1000);
  const send: Send = async (data) => {
    const body = { from: seconds(data, 'from'), to: seconds(data, 'to') };
    const path = { id: String(data.get('endpoint')) };
    const done = await call('resendFailedEvents', { path, body });
    setResent(`${deliveries.resent(done.resent)} ${done.has_more ? deliveries.more : ''}`);
    reload();
  };
  return (
    <Action label={deliveries.resendAll} send={send} cancel={close}>
      <Field label={deliveries.endpoint}>
        <Choices name="endpoint" choices={endpoints.map(({ id, url }) => [id, url])} />
      </Field>
      <div class="pair">
        <Field label={deliveries.from} help={deliveries.ownTime}>
          <input name="from" type="datetime-local" required />
        </Field>
        <Field label={deliveries.to}>
          <input name="to" type="datetime-local" required />
        </Field>
      </div>
      {resent !== undefined && <p role="status">{resent}</p>}
    </Action>
  );
};
