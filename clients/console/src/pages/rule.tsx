import type { RoutingRule, RoutingRuleVersion } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { may } from '../caller.ts';
import { address } from '../place.ts';
import { Action, readText } from '../ui/action.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { DifferencesList } from '../ui/differences-list.tsx';
import { Disclosed } from '../ui/disclosed.tsx';
import { Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { RolloutPanel } from './rollout-panel.tsx';
import { RuleEditor } from './rule-editor.tsx';

const fresh_ms = 5_000;

/** One rule: its editor, its rollout, and its versions. */
export const Rule = ({ name }: { readonly name: string }) => {
  const { routing } = words.value;
  const answer = useAnswer(name, (signal) => readRule(name, signal), { every_ms: fresh_ms });
  return (
    <>
      <Link to={address(['routing'])} class="back">
        {routing.title}
      </Link>
      <Heading title={routing.rule(name)} />
      <Reading answer={answer}>
        {({ rule, versions, psps }) => (
          <div class="two">
            <div class="stack">
              {rule.candidate && <RolloutPanel rule={rule} versions={versions} reload={answer.reload} />}
              <RuleEditor rule={rule} psps={psps} reload={answer.reload} />
            </div>
            <Versions rule={rule} versions={versions} reload={answer.reload} />
          </div>
        )}
      </Reading>
    </>
  );
};

const readRule = async (name: string, signal: AbortSignal) => {
  const [rule, versions, psps] = await Promise.all([
    call('retrieveRoutingRule', { path: { name } }, { signal }),
    call('listRoutingRuleVersions', { path: { name } }, { signal }),
    call('listRoutingPsps', {}, { signal }),
  ]);
  return { rule, versions: versions.data, psps: psps.data.map(({ id }) => id) };
};

type VersionsProps = {
  readonly rule: RoutingRule;
  readonly versions: readonly RoutingRuleVersion[];
  readonly reload: () => void;
};

const Versions = ({ rule, versions, reload }: VersionsProps) => (
  <section class="card" aria-label={words.value.routing.versions}>
    <h2>{words.value.routing.versions}</h2>
    <ol class="versions">
      {versions.map((version) => (
        <Version key={version.version} version={version} live={rule.version} reload={reload} />
      ))}
    </ol>
  </section>
);

const tones: Readonly<Record<RoutingRuleVersion['state'], Tone>> = {
  draft: 'waiting',
  published: 'good',
  superseded: 'plain',
  rolled_back: 'bad',
};

type VersionProps = {
  readonly version: RoutingRuleVersion;
  /** The version that is live. */
  readonly live: number;
  readonly reload: () => void;
};

const Version = ({ version, live, reload }: VersionProps) => {
  const { routing } = words.value;
  const isLive = version.version === live;
  const wasLive = version.state === 'superseded' || version.state === 'rolled_back';
  const goesBack = wasLive && !isLive && may('routing:write');
  return (
    <li data-version={version.version}>
      <div class="head">
        <strong>{routing.version(version.version)}</strong>
        <Badge tone={tones[version.state]}>
          {isLive ? routing.live : routing.versionStates[version.state]}
        </Badge>
      </div>
      <p class="note">
        <Time at_ms={version.created * 1000} /> ·{' '}
        <code>{version.author?.user ?? version.author?.key ?? '–'}</code>
        {version.note !== null && ` · ${version.note}`}
      </p>
      {version.document === null ? (
        <p>{routing.deletes}</p>
      ) : (
        <DifferencesList all={version.diff} rule={version.document} />
      )}
      {version.state === 'draft' && may('routing:approve') && (
        <Disclosed label={routing.approve}>{() => <Approve version={version} reload={reload} />}</Disclosed>
      )}
      {goesBack && (
        <Disclosed label={routing.rollBack}>
          {(close) => <RollBack version={version} live={live} close={close} reload={reload} />}
        </Disclosed>
      )}
    </li>
  );
};

const Approve = ({ version, reload }: Omit<VersionProps, 'live'>) => (
  <Action
    label={words.value.routing.approve}
    send={async () => {
      const path = { name: version.rule, version: String(version.version) };
      await call('approveRoutingRuleVersion', { path, body: {} });
      reload();
    }}
  />
);

const RollBack = ({ version, live, close, reload }: VersionProps & { readonly close: () => void }) => {
  const { routing } = words.value;
  return (
    <Action
      label={routing.rollBackTo(version.version)}
      cancel={close}
      grave
      send={async (data) => {
        const note = readText(data, 'note');
        const body = { to: version.version, version: live, ...(note !== undefined && { note }) };
        await call('rollBackRoutingRule', { path: { name: version.rule }, body });
        close();
        reload();
      }}
    >
      <Field label={routing.why}>
        <input name="note" maxLength={500} autocomplete="off" />
      </Field>
    </Action>
  );
};
