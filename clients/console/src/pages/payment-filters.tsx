import { useEffect, useState } from 'preact/hooks';
import { cardBrands } from '../../../../lib/types/card.ts';
import { chargeStatuses } from '../../../../lib/types/charge.ts';
import { call } from '../api.ts';
import { type FilterName, filterNames, seesMasked } from '../charges-query.ts';
import { address, go, place } from '../place.ts';
import { pspName } from '../psp-name.ts';
import { Choices, Field } from '../ui/field.tsx';
import { Link } from '../ui/link.tsx';
import { useAnswer } from '../use-answer.ts';
import { words } from '../words/words.ts';

/** The address holds them: a bookmark keeps them. */
export const Filters = () => {
  const { payments, states, brand } = words.value;
  const { query } = place.value;
  const psps = useAnswer('psps', () => call('listRoutingPsps', {}));
  const set = filterNames.filter((name) => query.has(name));
  const [more, setMore] = useState(set.some((name) => name !== 'status' && name !== 'psp'));
  useEffect(() => setMore((open) => open || set.length > 2), [set.length]);
  const apply = (form: HTMLFormElement) => {
    const data = new FormData(form);
    go(
      address(
        ['payments'],
        Object.fromEntries(filterNames.map((name) => [name, String(data.get(name) ?? '')])),
      ),
    );
  };
  const text = (name: FilterName, label = payments.filters[name]) => (
    <Field label={label}>
      <input name={name} value={query.get(name) ?? ''} autocomplete="off" />
    </Field>
  );
  const day = (name: FilterName) => (
    <Field label={payments.filters[name]}>
      <input name={name} type="date" value={query.get(name) ?? ''} />
    </Field>
  );
  return (
    <form
      class="filters"
      aria-label={payments.filter}
      onChange={(event) => apply(event.currentTarget)}
      onSubmit={(event) => {
        event.preventDefault();
        apply(event.currentTarget);
      }}
    >
      <Field label={payments.filters.status}>
        <Choices
          name="status"
          value={query.get('status') ?? ''}
          any={payments.any}
          choices={chargeStatuses.map((status) => [status, states[status]])}
        />
      </Field>
      <Field label={payments.filters.psp}>
        <Choices
          name="psp"
          value={query.get('psp') ?? ''}
          any={payments.any}
          choices={(psps.data?.data ?? []).map(({ id }) => [id, pspName(id)])}
        />
      </Field>
      {day('from')}
      {day('to')}
      {more && (
        <>
          {seesMasked() ? text('reference', payments.columns.reference) : text('reference')}
          {!seesMasked() && text('email')}
          {text('amount')}
          {text('currency')}
          {text('last4')}
          <Field label={payments.filters.brand}>
            <Choices
              name="brand"
              value={query.get('brand') ?? ''}
              any={payments.any}
              choices={cardBrands.map((name) => [name, brand[name]])}
            />
          </Field>
        </>
      )}
      <div class="buttons">
        {!more && (
          <button type="button" class="small" onClick={() => setMore(true)}>
            {payments.more}
          </button>
        )}
        {set.length > 0 && <Link to={address(['payments'])}>{payments.clear}</Link>}
      </div>
    </form>
  );
};
