import { useState } from 'preact/hooks';
import type { WebhookEndpoint, WebhookEndpointWithSecret } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { address } from '../place.ts';
import { Action, readText, type Send } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Field } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { Secret } from '../ui/secret.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

export const WebhookEndpoints = () => {
  const { endpoints } = words.value;
  const answer = useAnswer('endpoints', (signal) => call('listWebhookEndpoints', {}, { signal }));
  const [made, setMade] = useState<WebhookEndpointWithSecret | undefined>(undefined);
  return (
    <>
      {made && (
        <Secret
          about={(made.secret === null ? endpoints.unseen : endpoints.once)(made.url)}
          secret={made.secret}
          close={() => setMade(undefined)}
        />
      )}
      {may('webhooks:write') && (
        <Disclosed label={endpoints.create}>
          {(close) => <Create show={setMade} reload={answer.reload} close={close} />}
        </Disclosed>
      )}
      <Reading answer={answer}>
        {({ data }) =>
          data.length === 0 ? (
            <p class="empty">{endpoints.none}</p>
          ) : (
            <ul class="grid">
              {data.map((endpoint) => (
                <Endpoint key={endpoint.id} endpoint={endpoint} show={setMade} reload={answer.reload} />
              ))}
            </ul>
          )
        }
      </Reading>
    </>
  );
};

type Shown = { readonly show: (made: WebhookEndpointWithSecret) => void; readonly reload: () => void };

const Create = ({ show, reload, close }: Shown & { readonly close: () => void }) => {
  const { endpoints } = words.value;
  const send: Send = async (data) => {
    const description = readText(data, 'description');
    const body = { url: readText(data, 'url') ?? '', ...(description !== undefined && { description }) };
    show(await call('createWebhookEndpoint', { body }));
    close();
    reload();
  };
  return (
    <Action label={endpoints.create} send={send} cancel={close}>
      <Field label={endpoints.url} help={endpoints.every}>
        <input name="url" type="url" required placeholder="https://" />
      </Field>
      <Field label={endpoints.description}>
        <input name="description" maxLength={200} />
      </Field>
    </Action>
  );
};

const Endpoint = ({ endpoint, show, reload }: Shown & { readonly endpoint: WebhookEndpoint }) => {
  const { endpoints } = words.value;
  const { id, url, status, disabled_reason, description, events } = endpoint;
  const enabled = status === 'enabled';
  return (
    <li class="card">
      <div class="head">
        <h2 class="url">{url}</h2>
        <Badge tone={enabled ? 'good' : 'bad'}>
          {disabled_reason === null ? endpoints.states[status] : endpoints.reasons[disabled_reason]}
        </Badge>
      </div>
      {description !== null && <p>{description}</p>}
      <p class="note">{events.includes('*') ? endpoints.all : events.join(', ')}</p>
      <p>
        <Link to={address(['developers', 'deliveries'], { endpoint: id })}>{endpoints.deliveries}</Link>
      </p>
      {may('webhooks:write') && <EndpointActions {...{ endpoint, show, reload }} />}
    </li>
  );
};

const EndpointActions = ({
  endpoint: { id, status },
  show,
  reload,
}: Shown & { readonly endpoint: WebhookEndpoint }) => {
  const { endpoints } = words.value;
  const path = { id };
  const [sent, setSent] = useState<string | undefined>(undefined);
  const enabled = status === 'enabled';
  return (
    <div class="actions">
      <Action
        label={endpoints.test}
        send={async () => setSent((await call('testWebhookEndpoint', { path, body: {} })).id)}
      />
      {sent !== undefined && (
        <p role="status">
          <Link to={address(['developers', 'events', sent])}>{endpoints.tested}</Link>
        </p>
      )}
      <Action
        label={enabled ? endpoints.disable : endpoints.enable}
        send={async () => {
          await call('updateWebhookEndpoint', { path, body: { status: enabled ? 'disabled' : 'enabled' } });
          reload();
        }}
      />
      <Disclosed label={endpoints.rotate}>
        {(close) => (
          <Action
            label={endpoints.rotate}
            cancel={close}
            send={async () => {
              show(await call('rotateWebhookSecret', { path, body: {} }));
              close();
              reload();
            }}
          >
            <p class="note">{endpoints.rotateHelp}</p>
          </Action>
        )}
      </Disclosed>
      <Disclosed label={endpoints.remove}>
        {(close) => (
          <Action
            label={endpoints.removeNow}
            grave
            cancel={close}
            send={async () => {
              await call('deleteWebhookEndpoint', { path });
              close();
              reload();
            }}
          >
            <p class="note">{endpoints.removeHelp}</p>
          </Action>
        )}
      </Disclosed>
    </div>
  );
};
