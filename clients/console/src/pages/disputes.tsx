import { call } from '../api.ts';
import { money } from '../format.ts';
import { address, go, place } from '../place.ts';
import { pspName } from '../psp-name.ts';
import {
  type DisputeFilter,
  type DisputePage,
  disputeFilter,
  disputeFilters,
  readDisputes,
  urgencyOf,
} from '../read-disputes.ts';
import { Badge } from '../ui/badge.tsx';
import { Choices, Field } from '../ui/field.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Reading } from '../ui/reading.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { DisputeRows } from './dispute-rows.tsx';

const fresh_ms = 60_000;

/** Chargebacks and inquiries: what is open by deadline, what has ended newest first. */
export const Disputes = () => {
  const { disputes } = words.value;
  const { query } = place.value;
  const status = disputeFilter(query);
  const psp = query.get('psp') ?? '';
  const answer = useAnswer(query.toString(), (signal) => readDisputes(query, Date.now() / 1000, signal), {
    every_ms: fresh_ms,
  });
  return (
    <>
      <Heading title={disputes.title} />
      <p class="note">{disputes.about}</p>
      <Filters status={status} psp={psp} />
      <Reading answer={answer}>
        {(page) => (
          <>
            {page.open && <Summary open={page.open} />}
            {page.shown.length === 0 ? (
              <p class="empty good">
                {page.before || page.after ? disputes.noneHere : disputes.none[status]}
              </p>
            ) : (
              <DisputeRows shown={page.shown} status={status} />
            )}
            <Turns page={page} filters={filtersOf(status, psp)} />
          </>
        )}
      </Reading>
    </>
  );
};

/** As they stand in the address. */
const filtersOf = (status: string, psp: string) => ({ status: status === 'open' ? '' : status, psp });

const Filters = ({ status, psp }: { readonly status: DisputeFilter; readonly psp: string }) => {
  const { disputes, payments } = words.value;
  const psps = useAnswer('psps', () => call('listRoutingPsps', {}));
  const show = (to: string, at: string) => go(address(['disputes'], filtersOf(to, at)));
  return (
    <form class="filters" aria-label={payments.filter}>
      <Field label={disputes.columns.state}>
        <Choices
          name="status"
          value={status}
          choices={disputeFilters.map((one) => [one, disputes.states[one]])}
          onChange={(chosen) => show(chosen, psp)}
        />
      </Field>
      <Field label={disputes.columns.psp}>
        <Choices
          name="psp"
          value={psp}
          any={payments.any}
          choices={(psps.data?.data ?? []).map(({ id }) => [id, pspName(id)])}
          onChange={(chosen) => show(status, chosen)}
        />
      </Field>
    </form>
  );
};

/** How much is open, and how much of it is urgent. */
const Summary = ({ open: { all, isWhole } }: { readonly open: NonNullable<DisputePage['open']> }) => {
  const { disputes } = words.value;
  if (all.length === 0) return null;
  const sums = Map.groupBy(all, ({ currency }) => currency);
  const total = [...sums].map(([currency, some]) =>
    money(
      some.reduce((sum, { amount }) => sum + amount, 0),
      currency,
    ),
  );
  const urgent = all.filter((dispute) => urgencyOf(dispute, Date.now()) === 'bad').length;
  return (
    <p class="summary">
      <strong>{disputes.open(all.length, total.join(' + '))}</strong>
      {urgent > 0 && <Badge tone="bad">{disputes.urgent(urgent)}</Badge>}
      {!isWhole && <span class="note">{disputes.part}</span>}
    </p>
  );
};

const Turns = ({
  page: { before, after, open },
  filters,
}: {
  readonly page: DisputePage;
  readonly filters: Readonly<Record<string, string>>;
}) => {
  const { pages, newer, older, disputes } = words.value;
  const to = (turn: object) => address(['disputes'], { ...filters, ...turn });
  return (
    <nav class="pager" aria-label={pages}>
      {before && <Link to={to(before)}>{open ? disputes.earlier : newer}</Link>}
      {after && <Link to={to(after)}>{open ? disputes.later : older}</Link>}
    </nav>
  );
};
