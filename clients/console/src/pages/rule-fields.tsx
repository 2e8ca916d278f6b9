import type { RoutingRuleContent } from '../../../server/src/generated/api-types.ts';
import { percent } from '../format.ts';
import { pspName } from '../psp-name.ts';
import { failoverOutcomes, type RuleDraft } from '../rule-draft.ts';
import { Choices, Field } from '../ui/field.tsx';
import { NumberInput } from '../ui/number-input.tsx';
import { words } from '../words/words.ts';

type Props = {
  readonly draft: RuleDraft;
  readonly psps: readonly string[];
  readonly change: (part: Partial<RuleDraft>) => void;
  readonly isNew: boolean;
};

export const RuleFields = ({ draft, psps, change, isNew }: Props) => {
  const { editor } = words.value;
  return (
    <>
      {isNew && (
        <Field label={editor.name} help={editor.nameHelp}>
          <input
            value={draft.name}
            autocomplete="off"
            onInput={(event) => change({ name: event.currentTarget.value })}
          />
        </Field>
      )}
      <Weights draft={draft} psps={psps} change={change} />
      <FailoverFields failover={draft.failover} change={(failover) => change({ failover })} />
      <HealthFields health={draft.health} change={(health) => change({ health })} />
      <Field label={editor.wallets} help={editor.walletsHelp}>
        <Choices
          name="wallets"
          value={draft.wallets ?? 'any'}
          choices={[
            ['any', editor.walletPlans.any],
            ['first', editor.walletPlans.first],
          ]}
          onChange={(wallets) => change({ wallets: wallets as RuleDraft['wallets'] & string })}
        />
      </Field>
      <details open={draft.overrides !== ''}>
        <summary>{editor.overrides}</summary>
        <Field label={editor.overridesJson} help={editor.overridesHelp}>
          <textarea
            rows={8}
            spellcheck={false}
            class="code"
            value={draft.overrides}
            onInput={(event) => change({ overrides: event.currentTarget.value })}
          />
        </Field>
      </details>
    </>
  );
};

const Weights = ({ draft: { targets }, psps, change }: Omit<Props, 'isNew'>) => {
  const { editor, routing } = words.value;
  const sum = targets.reduce((total, { weight }) => total + weight, 0);
  const unused = psps.filter((psp) => !targets.some((target) => target.psp === psp));
  const set = (psp: string, weight: number) =>
    change({ targets: targets.map((target) => (target.psp === psp ? { psp, weight } : target)) });
  return (
    <fieldset>
      <legend>{editor.weights}</legend>
      {targets.map(({ psp, weight }) => (
        <div class="weight" key={psp}>
          {/* biome-ignore lint/a11y/noLabelWithoutControl: the input is in its component */}
          <label>
            <span>{pspName(psp)}</span>
            <NumberInput value={weight} onNumber={(next) => set(psp, next)} />
          </label>
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${sum === 0 ? 0 : (weight / sum) * 100}%` }} />
          </span>
          <span class="share">{weight === 0 ? routing.failoverOnly : percent(weight / sum)}</span>
          <button
            type="button"
            class="bare"
            aria-label={editor.remove(pspName(psp))}
            onClick={() => change({ targets: targets.filter((target) => target.psp !== psp) })}
          >
            ✕
          </button>
        </div>
      ))}
      {unused.length > 0 && (
        <Field label={editor.add}>
          <Choices
            name="add"
            value=""
            any="…"
            choices={unused.map((psp) => [psp, pspName(psp)])}
            onChange={(psp) => psp && change({ targets: [...targets, { psp, weight: 0 }] })}
          />
        </Field>
      )}
    </fieldset>
  );
};

type Failover = RoutingRuleContent['failover'];

const FailoverFields = ({
  failover,
  change,
}: {
  readonly failover: Failover;
  readonly change: (failover: Failover) => void;
}) => {
  const { editor, decline } = words.value;
  return (
    <fieldset>
      <legend>{editor.failover}</legend>
      <p class="note">{editor.failoverHelp}</p>
      <div class="checks">
        {failoverOutcomes.map((outcome) => (
          <label class="check" key={outcome}>
            <input
              type="checkbox"
              checked={failover.on.includes(outcome)}
              onChange={({ currentTarget: { checked } }) =>
                change({
                  ...failover,
                  on: checked ? [...failover.on, outcome] : failover.on.filter((one) => one !== outcome),
                })
              }
            />{' '}
            {decline[outcome]}
          </label>
        ))}
      </div>
      <div class="pair">
        <Field label={editor.attempts}>
          <NumberInput
            value={failover.max_attempts}
            onNumber={(next) => change({ ...failover, max_attempts: next })}
          />
        </Field>
        <Field label={editor.timeout}>
          <NumberInput
            value={failover.attempt_timeout_ms}
            onNumber={(next) => change({ ...failover, attempt_timeout_ms: next })}
          />
        </Field>
      </div>
    </fieldset>
  );
};

type HealthPart = RoutingRuleContent['health'];

const HealthFields = ({
  health,
  change,
}: {
  readonly health: HealthPart;
  readonly change: (health: HealthPart) => void;
}) => {
  const { editor } = words.value;
  return (
    <fieldset>
      <legend>{editor.health}</legend>
      <Field label={editor.mode}>
        <Choices
          name="mode"
          value={health.mode}
          choices={[
            ['off', editor.modes.off],
            ['observe', editor.modes.observe],
            ['steer', editor.modes.steer],
          ]}
          onChange={(mode) => change({ ...health, mode: mode as HealthPart['mode'] })}
        />
      </Field>
      {health.mode === 'steer' && (
        <div class="pair">
          <Field label={editor.shift}>
            <NumberInput
              value={health.max_shift}
              onNumber={(next) => change({ ...health, max_shift: next })}
            />
          </Field>
          <Field label={editor.least}>
            <NumberInput
              value={health.min_share}
              onNumber={(next) => change({ ...health, min_share: next })}
            />
          </Field>
        </div>
      )}
    </fieldset>
  );
};
