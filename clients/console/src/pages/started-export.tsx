import { useEffect, useRef, useState } from 'preact/hooks';
import type { Export } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { count, daysBetween } from '../format.ts';
import { forgetExport } from '../started-exports.ts';
import { Action } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

const fresh_ms = 2_000;
const tones = { running: 'waiting', done: 'good', failed: 'bad', deleted: 'plain' } as const;

type Props = {
  readonly id: string;
  /** Somebody has just asked for it: on a small screen it lies below what is seen. */
  readonly isNew: boolean;
  /** The service does not know it: what is left. */
  readonly forgotten: (ids: readonly string[]) => void;
};

/** One export: how far it is, and its file. */
export const StartedExport = ({ id, isNew, forgotten }: Props) => {
  const item = useRef<HTMLLIElement>(null);
  const [isOver, setOver] = useState(false);
  const answer = useAnswer(
    id,
    async (signal) => {
      const found = await call('retrieveExport', { path: { id } }, { signal });
      setOver(found.status !== 'running');
      return found;
    },
    isOver ? {} : { every_ms: fresh_ms },
  );
  const isGone = answer.problem?.code === 'resource_missing';
  useEffect(() => {
    if (isGone) forgotten(forgetExport(id));
  }, [isGone]);
  const status = answer.data?.status;
  useEffect(() => {
    if (isNew && status) item.current?.scrollIntoView({ block: 'nearest' });
  }, [isNew, status]);
  return (
    <li ref={item} class="card export">
      <Reading answer={answer}>{(found) => <Shown found={found} reload={answer.reload} />}</Reading>
    </li>
  );
};

const Shown = ({ found, reload }: { readonly found: Export; readonly reload: () => void }) => {
  const { exports } = words.value;
  const { id, what, from, to, time_zone, format, status, failure, rows, url, created, complete_until } =
    found;
  const state = status === 'done' && url === null ? 'deleted' : status;
  const isPartial = complete_until < to && state !== 'failed' && state !== 'deleted';
  return (
    <>
      <div>
        <h3>
          {exports.kinds[what]}, {daysBetween(from, to, time_zone)}
        </h3>
        <p role="status">
          <Badge tone={tones[state]}>{exports.states[state]}</Badge> {exports.said[state](count(rows), rows)}
          {failure && <> {exports.failures[failure]}</>}
        </p>
        <p class="note">
          {exports.formats[format]} · {time_zone} · {exports.requested} <Time at_ms={created * 1000} />
        </p>
        {isPartial && (
          <p class="note">
            {exports.until} <Time at_ms={complete_until * 1000} full />. {exports.untilHelp}
          </p>
        )}
      </div>
      {url !== null && <Action label={exports.download} send={() => download(id, reload)} />}
    </>
  );
};

/** Each link lives for at most 15 minutes: a new one is asked for at the click. */
const download = async (id: string, reload: () => void): Promise<void> => {
  const { url } = await call('retrieveExport', { path: { id } });
  if (url === null) return reload();
  location.assign(url);
};
