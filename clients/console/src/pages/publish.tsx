import { useState } from 'preact/hooks';
import type { PublishedRoutingRule, UpdateRoutingRule } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { Action, readText, type Send } from '../ui/action.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { words } from '../words/words.ts';

/** Shares that a rollout goes through, an hour each, until it has everything. */
const steps = [10, 50, 100];
const step_s = 3_600;
const guard = { approval_drop_pp: 5 };

type Props = {
  readonly body: UpdateRoutingRule;
  readonly isNew: boolean;
  readonly done: (published: PublishedRoutingRule) => void;
};

/** Publishes what was reviewed, for everybody at once or in steps under a guard. */
export const Publish = ({ body, isNew, done }: Props) => {
  const { editor, routing } = words.value;
  const [inSteps, setInSteps] = useState(false);
  const [percent = 100, ...then] = steps;
  const send: Send = async (data) => {
    const note = readText(data, 'note');
    const rollout = { percent, then, after_s: step_s, guard };
    const published = await call('updateRoutingRules', {
      body: { ...body, ...(note !== undefined && { note }), ...(inSteps && { rollout }) },
    });
    done(published);
  };
  return (
    <Action label={inSteps ? editor.start : editor.publish} send={send} grave>
      {!isNew && (
        <Field label={editor.how}>
          <Choices
            name="how"
            value={inSteps ? 'steps' : 'all'}
            choices={[
              ['all', editor.all],
              ['steps', editor.steps(steps, guard.approval_drop_pp)],
            ]}
            onChange={(how) => setInSteps(how === 'steps')}
          />
        </Field>
      )}
      <Field label={routing.why}>
        <input name="note" maxLength={500} autocomplete="off" />
      </Field>
    </Action>
  );
};
