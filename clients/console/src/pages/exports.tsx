import { useState } from 'preact/hooks';
import { call } from '../api.ts';
import { type Days, daysOf, exportAsked, exportKinds, spans } from '../export-days.ts';
import { dayOf } from '../format.ts';
import { timeZone } from '../preferences.ts';
import { keepExport, startedExports } from '../started-exports.ts';
import { Action, type Send } from '../ui/action.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { words } from '../words/words.ts';
import { StartedExport } from './started-export.tsx';

/** A file of what happened, and those that this person has started in this tab. */
export const Exports = () => {
  const { exports } = words.value;
  const [ids, setIds] = useState(startedExports);
  const [newest, setNewest] = useState<string | undefined>(undefined);
  const started = (id: string) => {
    setNewest(id);
    setIds(keepExport(id));
  };
  return (
    <>
      <Heading title={exports.title} />
      <div class="form-first">
        <section class="card" aria-label={exports.create}>
          <NewExport started={started} />
        </section>
        <section aria-label={exports.started}>
          <h2>{exports.started}</h2>
          {ids.length === 0 ? (
            <p class="empty">{exports.none}</p>
          ) : (
            <ul class="stack">
              {ids.map((id) => (
                <StartedExport key={id} id={id} isNew={id === newest} forgotten={setIds} />
              ))}
            </ul>
          )}
          <p class="note">{exports.kept}</p>
        </section>
      </div>
    </>
  );
};

/** It begins with what finance asks for each morning: the money that moved yesterday. */
const NewExport = ({ started }: { readonly started: (id: string) => void }) => {
  const { exports } = words.value;
  const [what, setWhat] = useState<(typeof exportKinds)[number]>('movements');
  const [zone, setZone] = useState(timeZone.value);
  const today = dayOf(Date.now(), zone);
  const [days, setDays] = useState(() => daysOf('yesterday', today));
  const send: Send = async (data) => {
    const { id } = await call('createExport', { body: exportAsked(data) });
    started(id);
  };
  const day = (name: 'from' | 'to') => (
    <Field label={exports[name]}>
      <input
        name={name}
        type="date"
        value={days[name]}
        max={today}
        required
        onInput={({ currentTarget }) => setDays({ ...days, [name]: currentTarget.value })}
      />
    </Field>
  );
  return (
    <Action label={exports.create} send={send}>
      <Field label={exports.what} help={exports.about[what]}>
        <Choices
          name="what"
          value={what}
          choices={exportKinds.map((kind) => [kind, exports.kinds[kind]])}
          onChange={(chosen) => setWhat(exportKinds.find((kind) => kind === chosen) ?? 'movements')}
        />
      </Field>
      <fieldset class="spans">
        <legend>{exports.span}</legend>
        <Presets days={days} today={today} choose={setDays} />
        <div class="pair">
          {day('from')}
          {day('to')}
        </div>
      </fieldset>
      <div class="pair">
        <Field label={exports.zone}>
          <Choices
            name="time_zone"
            value={zone}
            choices={zonesWith(zone).map((name) => [name, name.replaceAll('_', ' ')])}
            onChange={setZone}
          />
        </Field>
        <Field label={exports.format}>
          <Choices
            name="format"
            choices={[
              ['csv', exports.formats.csv],
              ['json', exports.formats.json],
            ]}
          />
        </Field>
      </div>
    </Action>
  );
};

type PresetsProps = {
  readonly days: Days;
  readonly today: string;
  readonly choose: (days: Days) => void;
};

const Presets = ({ days, today, choose }: PresetsProps) => (
  <div class="presets">
    {spans.map((span) => {
      const these = daysOf(span, today);
      return (
        <button
          key={span}
          type="button"
          class="small"
          aria-pressed={these.from === days.from && these.to === days.to}
          onClick={() => choose(these)}
        >
          {words.value.exports.spans[span]}
        </button>
      );
    })}
  </div>
);

/** Browsers leave out UTC, and know some zones by an older name. */
const zonesWith = (zone: string): readonly string[] => [
  ...new Set(['UTC', timeZone.value, zone, ...Intl.supportedValuesOf('timeZone')]),
];
