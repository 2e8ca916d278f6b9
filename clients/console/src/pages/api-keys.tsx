import { useState } from 'preact/hooks';
import type { ApiKey, ApiKeyWithSecret } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { caller, may } from '../caller.ts';
import { address, place } from '../place.ts';
import { Action, readText, type Send } from '../ui/action.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { Pager } from '../ui/pager.tsx';
import { Reading } from '../ui/reading.tsx';
import { Secret } from '../ui/secret.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

const hour_s = 3_600;
const day_s = 86_400;

type Shown = { readonly show: (made: ApiKeyWithSecret) => void; readonly reload: () => void };

export const ApiKeys = () => {
  const { keys } = words.value;
  const [after, before] = ['after', 'before'].map((name) => place.value.query.get(name));
  const answer = useAnswer(`keys ${after} ${before}`, (signal) =>
    call(
      'listApiKeys',
      {
        query: {
          limit: 50,
          ...(after && { starting_after: after }),
          ...(before && { ending_before: before }),
        },
      },
      { signal },
    ),
  );
  const [made, setMade] = useState<ApiKeyWithSecret | undefined>(undefined);
  return (
    <>
      {made && (
        <Secret
          about={(made.secret === null ? keys.unseen : keys.once)(made.name ?? made.id)}
          secret={made.secret}
          close={() => setMade(undefined)}
        />
      )}
      {may('keys:write') && (
        <Disclosed label={keys.create}>
          {(close) => <Create show={setMade} reload={answer.reload} close={close} />}
        </Disclosed>
      )}
      <Reading answer={answer}>
        {(page) => (
          <>
            <ul class="grid">
              {page.data.map((key) => (
                <Key key={key.id} apiKey={key} show={setMade} reload={answer.reload} />
              ))}
            </ul>
            <Pager page={page} to={(cursor) => address(['developers', 'keys'], cursor)} />
          </>
        )}
      </Reading>
    </>
  );
};

const Create = ({ show, reload, close }: Shown & { readonly close: () => void }) => {
  const { keys } = words.value;
  const send: Send = async (data) => {
    const days = Number(readText(data, 'days') ?? 0);
    const scopes = data.getAll('scope') as ApiKey['scopes'][number][];
    const body = {
      name: readText(data, 'name') ?? '',
      scopes,
      ...(days > 0 && { expires_in: days * day_s }),
    };
    show(await call('createApiKey', { body }));
    close();
    reload();
  };
  return (
    <Action label={keys.create} send={send} cancel={close}>
      <Field label={keys.name} help={keys.nameHelp}>
        <input name="name" maxLength={100} required autocomplete="off" />
      </Field>
      <fieldset class="scopes">
        <legend>{keys.scopes}</legend>
        {caller.value?.scopes.map((scope) => (
          <label class="check" key={scope}>
            <input type="checkbox" name="scope" value={scope} /> <code>{scope}</code>
          </label>
        ))}
      </fieldset>
      <Field label={keys.days} help={keys.daysHelp}>
        <input name="days" type="number" min={1} max={3650} />
      </Field>
    </Action>
  );
};

const Key = ({ apiKey, show, reload }: Shown & { readonly apiKey: ApiKey }) => {
  const { keys } = words.value;
  const { id, name, scopes, created, created_by, expires_at } = apiKey;
  return (
    <li class="card">
      <div class="head">
        <h2>{name ?? keys.nameless}</h2>
        <code>{id}</code>
      </div>
      <p class="note">
        {keys.created} <Time at_ms={created * 1000} />
        {created_by && (
          <>
            {' · '}
            <code>{created_by.id}</code>
          </>
        )}
        {expires_at !== null && (
          <>
            {' · '}
            {keys.ends} <Time at_ms={expires_at * 1000} full />
          </>
        )}
      </p>
      <p class="scope-list">
        {scopes.map((scope) => (
          <code key={scope}>{scope}</code>
        ))}
      </p>
      {may('keys:write') && (
        <div class="actions">
          <Disclosed label={keys.rotate}>
            {(close) => <Rotate {...{ apiKey, show, reload, close }} />}
          </Disclosed>
          <Disclosed label={keys.revoke}>{(close) => <Revoke {...{ apiKey, reload, close }} />}</Disclosed>
        </div>
      )}
    </li>
  );
};

type Part = { readonly apiKey: ApiKey; readonly reload: () => void; readonly close: () => void };

const Rotate = ({ apiKey, show, reload, close }: Part & Shown) => {
  const { keys } = words.value;
  const send: Send = async (data) => {
    const body = { expires_in: Number(data.get('expires_in')) };
    show(await call('rotateApiKey', { path: { id: apiKey.id }, body }));
    close();
    reload();
  };
  return (
    <Action label={keys.rotate} send={send} cancel={close}>
      <Field label={keys.old}>
        <Choices
          name="expires_in"
          choices={[
            [String(day_s), keys.day],
            [String(hour_s), keys.hour],
            ['0', keys.now],
          ]}
        />
      </Field>
    </Action>
  );
};

const Revoke = ({ apiKey, reload, close }: Part) => {
  const { keys } = words.value;
  const send: Send = async () => {
    await call('deleteApiKey', { path: { id: apiKey.id } });
    close();
    reload();
  };
  return (
    <Action label={keys.revokeNow} send={send} cancel={close} grave>
      <p class="note">{keys.revokeHelp}</p>
    </Action>
  );
};
