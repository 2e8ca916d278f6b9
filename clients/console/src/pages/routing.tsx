import type { HealthVerdict, RoutingPsp, RoutingRule } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { percent } from '../format.ts';
import { address } from '../place.ts';
import { pspName } from '../psp-name.ts';
import { Action, readText } from '../ui/action.tsx';
import { Badge } from '../ui/badge.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { Health } from './health.tsx';
import { Shares } from './shares.tsx';

const fresh_ms = 10_000;

/** The PSPs with their switches and their health, and the rules. */
export const Routing = () => {
  const { routing } = words.value;
  const answer = useAnswer(
    'routing',
    async (signal) => {
      const [psps, rules, health] = await Promise.all([
        call('listRoutingPsps', {}, { signal }),
        call('listRoutingRules', {}, { signal }),
        call('retrieveRoutingHealth', {}, { signal }),
      ]);
      return { psps: psps.data, rules: rules.data, health };
    },
    { every_ms: fresh_ms },
  );
  return (
    <>
      <Heading title={routing.title} />
      <Reading answer={answer}>
        {({ psps, rules, health }) => (
          <>
            <h2>{routing.psps}</h2>
            <ul class="grid">
              {psps.map((psp) => (
                <Psp key={psp.id} psp={psp} health={health} reload={answer.reload} />
              ))}
            </ul>
            <h2>{routing.rules}</h2>
            <ul class="grid">
              {rules.map((rule) => (
                <Rule key={rule.name} rule={rule} />
              ))}
            </ul>
            {may('routing:write') && <Link to={address(['routing'], { new: '1' })}>{routing.newRule}</Link>}
          </>
        )}
      </Reading>
    </>
  );
};

type PspProps = { readonly psp: RoutingPsp; readonly health: HealthVerdict; readonly reload: () => void };

const Psp = ({ psp, health, reload }: PspProps) => {
  const { routing } = words.value;
  const closed = psp.state === 'closed';
  return (
    <li class="card">
      <div class="head">
        <h3>{pspName(psp.id)}</h3>
        <Badge tone={closed ? 'bad' : 'good'}>{routing.switch[psp.state]}</Badge>
      </div>
      {psp.note !== null && psp.changed !== null && (
        <p class="note">
          <q>{psp.note}</q> · <Time at_ms={psp.changed * 1000} /> · <code>{psp.by}</code>
        </p>
      )}
      <Health strata={health.strata.filter((stratum) => stratum.psp === psp.id)} />
      {may('routing:write') && (
        <Disclosed label={routing.turn[closed ? 'open' : 'closed']}>
          {(close) => <Switch psp={psp} close={close} reload={reload} />}
        </Disclosed>
      )}
    </li>
  );
};

const Switch = ({ psp, close, reload }: Omit<PspProps, 'health'> & { readonly close: () => void }) => {
  const { routing } = words.value;
  const state = psp.state === 'closed' ? 'open' : 'closed';
  return (
    <Action
      label={routing.turn[state]}
      cancel={close}
      grave={state === 'closed'}
      send={async (data) => {
        const body = {
          state,
          note: readText(data, 'note') ?? '',
          revision: psp.revision,
          ...(data.has('force') && { force: true }),
        } as const;
        await call('switchRoutingPsp', { path: { id: psp.id }, body });
        close();
        reload();
      }}
    >
      <p class="note">{routing.turned[state]}</p>
      <Field label={routing.why}>
        <input name="note" maxLength={500} required autocomplete="off" />
      </Field>
      {state === 'closed' && (
        <label class="check">
          <input type="checkbox" name="force" /> {routing.force}
        </label>
      )}
    </Action>
  );
};

const Rule = ({ rule }: { readonly rule: RoutingRule }) => {
  const { routing } = words.value;
  return (
    <li class="card">
      <div class="head">
        <h3>
          <Link to={address(['routing', rule.name])}>{rule.name}</Link>
        </h3>
        <span class="note">{routing.version(rule.version)}</span>
      </div>
      <Shares targets={rule.targets} />
      {rule.overrides.length > 0 && <p class="note">{routing.overrides(rule.overrides.length)}</p>}
      {rule.candidate && (
        <p>
          <Badge tone="waiting">
            {routing.rolling(rule.candidate.rule.version, percent(rule.candidate.percent / 100, 0))}
          </Badge>
        </p>
      )}
    </li>
  );
};
