import { useEffect, useState } from 'preact/hooks';
import type { PublishedRoutingRule, RoutingRule } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { refuse } from '../api-problem.ts';
import { may } from '../caller.ts';
import { differences } from '../differences.ts';
import { contentOf, documentOf, draftOf, newDraft, type RuleDraft } from '../rule-draft.ts';
import { Action } from '../ui/action.tsx';
import { DifferencesList } from '../ui/differences-list.tsx';
import { words } from '../words/words.ts';
import { BacktestPanel } from './backtest-panel.tsx';
import { Publish } from './publish.tsx';
import { RuleFields } from './rule-fields.tsx';

type Props = {
  /** The live one. Undefined: a new one. */
  readonly rule: RoutingRule | undefined;
  readonly psps: readonly string[];
  readonly reload: () => void;
};

/** What the service says of a draft. It may come after the next change. */
type Review = { readonly draft: RuleDraft; readonly result: PublishedRoutingRule };

/** Edits a rule. What is published is what was reviewed: any change after that asks for another review. */
export const RuleEditor = ({ rule, psps, reload }: Props) => {
  const { editor } = words.value;
  const { base, draft, setDraft, published } = useDraft(rule, psps);
  const [last, setLast] = useState<Review | undefined>(undefined);
  const reviewed = last?.draft === draft ? last.result : undefined;
  const change = (part: Partial<RuleDraft>) => setDraft({ ...draft, ...part });
  const body = () => bodyOf(draft, base);
  const review = async () =>
    setLast({ draft, result: await call('updateRoutingRules', { body: { ...body(), dry_run: true } }) });
  const done = (next: PublishedRoutingRule) => {
    published.take(next);
    setLast(undefined);
    reload();
  };
  return (
    <section class="card" aria-label={editor.title}>
      <h2>{editor.title}</h2>
      {published.last && <p role="status">{statusOf(published.last)}</p>}
      <RuleFields draft={draft} psps={psps} change={change} isNew={base === undefined} />
      {may('routing:write') && !reviewed && (
        <Action key={JSON.stringify(draft)} label={editor.review} send={review} />
      )}
      {reviewed && (
        <div class="disclosed">
          <h3>{editor.changes}</h3>
          <DifferencesList
            all={differences(base ? contentOf(base) : {}, contentOf(reviewed))}
            rule={reviewed}
          />
          <BacktestPanel body={body()} />
          {reviewed.changed && <Publish body={body()} isNew={base === undefined} done={done} />}
        </div>
      )}
    </section>
  );
};

/** The rule that is edited, and what it is changed to. A newer version that comes into force is taken up as long as nothing was typed. */
const useDraft = (rule: RoutingRule | undefined, psps: readonly string[]) => {
  const [base, setBase] = useState(rule);
  const first = base ? draftOf(base) : newDraft(psps);
  const [draft, setDraft] = useState<RuleDraft>(first);
  const [last, setLast] = useState<PublishedRoutingRule | undefined>(undefined);
  const start = (from: RoutingRule) => {
    setBase(from);
    setDraft(draftOf(from));
  };
  useEffect(() => {
    if (rule && rule.version > (base?.version ?? 0) && isSame(draft, first)) start(rule);
  }, [rule?.version]);
  const take = (next: PublishedRoutingRule): void => {
    setLast(next);
    if (next.state !== 'draft') start(next.candidate && rule ? rule : next);
  };
  return { base, draft, setDraft, published: { last, take } };
};

const statusOf = ({ version, state, candidate }: PublishedRoutingRule): string => {
  const { published } = words.value.editor;
  if (state === 'draft') return published.draft(version);
  return candidate ? published.rollout(candidate.rule.version) : published.live(version);
};

const isSame = (a: RuleDraft, b: RuleDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

const bodyOf = (draft: RuleDraft, base: RoutingRule | undefined) => {
  try {
    return { ...documentOf(draft), version: base?.version ?? 0 };
  } catch {
    return refuse('overrides', words.value.editor.noJson);
  }
};
