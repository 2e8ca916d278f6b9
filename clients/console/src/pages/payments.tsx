import type { Charge } from '../../../server/src/generated/api-types.ts';
import { call } from '../api.ts';
import { chargesQuery, filterNames } from '../charges-query.ts';
import { money } from '../format.ts';
import { address, go, place } from '../place.ts';
import { pspName } from '../psp-name.ts';
import { CardName } from '../ui/card-name.tsx';
import { ChargeBadge } from '../ui/charge-badge.tsx';
import { Heading } from '../ui/heading.tsx';
import { Link } from '../ui/link.tsx';
import { Pager } from '../ui/pager.tsx';
import { Reading } from '../ui/reading.tsx';
import { Time } from '../ui/time.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';
import { Filters } from './payment-filters.tsx';

const fresh_ms = 5_000;

/** Attempts to pay, newest first. The newest page is read again while it can be seen. */
export const Payments = () => {
  const { query } = place.value;
  const isNewest = !query.has('after') && !query.has('before');
  const answer = useAnswer(
    query.toString(),
    async (signal) => call('listCharges', { query: chargesQuery(query) }, { signal }),
    isNewest ? { every_ms: fresh_ms } : {},
  );
  const { payments } = words.value;
  const filters = Object.fromEntries(filterNames.map((name) => [name, query.get(name) ?? undefined]));
  return (
    <>
      <Heading title={payments.title} />
      <Filters />
      <Reading answer={answer}>
        {(page) => (
          <>
            {page.data.length === 0 ? <p class="empty">{payments.none}</p> : <Rows charges={page.data} />}
            <Pager page={page} to={(cursor) => address(['payments'], { ...filters, ...cursor })}>
              {!isNewest && <Link to={address(['payments'], filters)}>{words.value.newest}</Link>}
            </Pager>
          </>
        )}
      </Reading>
    </>
  );
};

const Rows = ({ charges }: { readonly charges: readonly Charge[] }) => {
  const { columns } = words.value.payments;
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{columns.amount}</th>
          <th scope="col">{columns.state}</th>
          <th scope="col">{columns.reference}</th>
          <th scope="col">{columns.psp}</th>
          <th scope="col">{columns.card}</th>
          <th scope="col">{columns.time}</th>
        </tr>
      </thead>
      <tbody>
        {charges.map((charge) => (
          <Row key={charge.id} charge={charge} />
        ))}
      </tbody>
    </table>
  );
};

/** The whole row can be clicked; its link is for the keyboard and for a new tab. */
const Row = ({ charge }: { readonly charge: Charge }) => {
  const to = address(['payments', charge.session], { charge: charge.id });
  return (
    <tr
      onClick={({ target }) => {
        // Whoever selects a reference wants to copy it.
        if (target instanceof HTMLAnchorElement || String(getSelection()) !== '') return;
        go(to);
      }}
    >
      <td class="money">
        <Link to={to}>{money(charge.amount, charge.currency)}</Link>
      </td>
      <td>
        <ChargeBadge charge={charge} />
      </td>
      <td class="reference">{charge.reference ?? charge.customer_email ?? <span class="note">–</span>}</td>
      <td class="psp">{pspName(charge.psp)}</td>
      <td class="card-name">
        <CardName card={charge.card} />
      </td>
      <td class="time">
        <Time at_ms={charge.created * 1000} />
      </td>
    </tr>
  );
};
