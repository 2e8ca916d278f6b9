import type { Charge, OpenOperation } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { duration, money } from '../format.ts';
import { address, place } from '../place.ts';
import { pspName } from '../psp-name.ts';
import { Badge } from '../ui/badge.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Reading } from '../ui/reading.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

const fresh_ms = 5_000;

/** Everything unfinished, what waits for a person first, then by age. */
export const OpenItems = () => {
  const { query } = place.value;
  const { openItems } = words.value;
  const [after, before] = [query.get('after'), query.get('before')];
  const answer = useAnswer(
    `${after} ${before}`,
    (signal) =>
      call(
        'listCharges',
        {
          query: {
            open: true,
            limit: 50,
            ...(after !== null && { starting_after: after }),
            ...(before !== null && { ending_before: before }),
          },
        },
        { signal },
      ),
    { every_ms: fresh_ms },
  );
  return (
    <>
      <Heading title={openItems.title} />
      <p class="note">{openItems.about}</p>
      <Reading answer={answer}>
        {(page) => (
          <>
            {page.data.length === 0 ? (
              <p class="empty good">{openItems.none}</p>
            ) : (
              <Items charges={page.data} />
            )}
            <Pager
              page={page}
              to={(cursor) => address(['open'], cursor)}
              before={openItems.older}
              behind={openItems.newer}
            />
          </>
        )}
      </Reading>
    </>
  );
};

type Item = { readonly charge: Charge; readonly operation: OpenOperation };

const Items = ({ charges }: { readonly charges: readonly Charge[] }) => {
  const { columns } = words.value.openItems;
  const items: readonly Item[] = charges
    .flatMap((charge) => charge.open.map((operation) => ({ charge, operation })))
    .toSorted(
      (a, b) =>
        Number(b.operation.needs_review) - Number(a.operation.needs_review) ||
        a.operation.since - b.operation.since,
    );
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{columns.amount}</th>
          <th scope="col">{columns.what}</th>
          <th scope="col">{columns.reference}</th>
          <th scope="col">{columns.psp}</th>
          <th scope="col">{columns.age}</th>
          <th scope="col">{columns.next}</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.operation.operation} item={item} />
        ))}
      </tbody>
    </table>
  );
};

const Row = ({ item: { charge, operation } }: { readonly item: Item }) => {
  const { openItems, operations } = words.value;
  return (
    <tr>
      <td class="money">
        <Link to={address(['payments', charge.session], { charge: charge.id })}>
          {money(amountOf(charge, operation), charge.currency)}
        </Link>
      </td>
      <td>{operations[operation.kind]}</td>
      <td class="reference">{charge.reference ?? <span class="note">–</span>}</td>
      <td class="psp">{pspName(charge.psp)}</td>
      <td class="time">{duration(Math.max(0, Date.now() - operation.since * 1000))}</td>
      <td class="card-name">
        {operation.needs_review ? (
          <>
            <Badge tone="bad">{openItems.person}</Badge>{' '}
            <Link to={address(['payments', charge.session], { charge: charge.id, decide: '1' })}>
              {openItems.decide}
            </Link>
          </>
        ) : (
          <Waiting charge={charge} operation={operation} />
        )}
      </td>
    </tr>
  );
};

const Waiting = ({ charge: { status }, operation: { kind, next_look } }: Item) => {
  const { waits, nextCheck } = words.value.openItems;
  const left = (next_look ?? 0) * 1000 - Date.now();
  return (
    <>
      {waits[status === 'requires_action' && kind === 'attempt' ? 'customer' : 'psp']}
      {left > 0 && <small> · {nextCheck(duration(left))}</small>}
    </>
  );
};

/** What the operation is about, where that is known. */
const amountOf = (
  { amount, refunds, capture, reversal }: Charge,
  { kind, operation }: OpenOperation,
): number => {
  if (kind === 'refund') return refunds.find(({ id }) => id === operation)?.amount ?? amount;
  if (kind === 'reversal') return reversal?.amount ?? amount;
  return (kind === 'capture' && capture?.amount) || amount;
};
