import type { Charge, Dispute } from '../../../server/src/generated/api-types.ts';
import { caller } from '../caller.ts';
import { fromNow, money } from '../format.ts';
import { address } from '../place.ts';
import { pspDashboard } from '../psp-dashboard.ts';
import { pspName } from '../psp-name.ts';
import { type DisputeFilter, type ShownDispute, urgencyOf } from '../read-disputes.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { Link } from '../ui/link.tsx';
import { Time } from '../ui/time.tsx';
import { words } from '../words/words.ts';

type RowsProps = { readonly shown: readonly ShownDispute[]; readonly status: DisputeFilter };

/** Only what is open has a deadline that counts; where all are open, none says so. */
export const DisputeRows = ({ shown, status }: RowsProps) => {
  const { columns } = words.value.disputes;
  const isOpen = status === 'open';
  return (
    <table class="rows">
      <thead>
        <tr>
          <th scope="col">{columns.amount}</th>
          {(isOpen || status === 'all') && <th scope="col">{columns.due}</th>}
          <th scope="col">{isOpen ? columns.stage : columns.state}</th>
          <th scope="col">{columns.reason}</th>
          <th scope="col">{columns.reference}</th>
          <th scope="col">{columns.psp}</th>
          <th scope="col">{columns.opened}</th>
        </tr>
      </thead>
      <tbody>
        {shown.map((one) => (
          <Row key={one.dispute.id} {...one} among={status} />
        ))}
      </tbody>
    </table>
  );
};

const Row = ({ dispute, charge, among }: ShownDispute & { readonly among: DisputeFilter }) => {
  const { disputes } = words.value;
  const { status, stage } = dispute;
  const isOpen = status === 'open';
  return (
    <tr>
      <td class="money">
        <Link to={address(['payments', charge.session], { charge: charge.id })}>
          {money(dispute.amount, dispute.currency)}
        </Link>
      </td>
      {(among === 'open' || among === 'all') && (
        <td class="due">{isOpen && <Deadline dispute={dispute} />}</td>
      )}
      <td>
        {among !== 'open' && <Badge tone={tones[status]}>{disputes.states[status]}</Badge>}{' '}
        <span class="nowrap">{disputes.stages[stage]}</span>
      </td>
      <td class="reason">
        <Reason dispute={dispute} />
      </td>
      <td class="reference">{charge.reference ?? <span class="note">–</span>}</td>
      <td class="psp">
        <AtPsp charge={charge} isOpen={isOpen} />
      </td>
      <td class="time" data-label={disputes.columns.opened}>
        <Time at_ms={dispute.created * 1000} />
      </td>
    </tr>
  );
};

/** In words that all PSPs share, beside the PSP's own. */
const Reason = ({ dispute: { reason, psp_reason } }: { readonly dispute: Dispute }) => (
  <>
    {reason === null
      ? psp_reason === null && <span class="note">–</span>
      : words.value.disputeReasons[reason]}{' '}
    {psp_reason !== null && psp_reason !== reason && <code class="note">{psp_reason}</code>}
  </>
);

const tones: Readonly<Record<Dispute['status'], Tone>> = {
  open: 'waiting',
  won: 'good',
  lost: 'bad',
  closed: 'plain',
};

const Deadline = ({ dispute }: { readonly dispute: Dispute }) => {
  const { respond_by } = dispute;
  if (respond_by === null) return <span class="note">{words.value.disputes.noDeadline}</span>;
  return (
    <>
      <Badge tone={urgencyOf(dispute, Date.now())}>{fromNow(respond_by * 1000, Date.now())}</Badge>{' '}
      <span class="note nowrap">
        <Time at_ms={respond_by * 1000} />
      </span>
    </>
  );
};

/** One answers a dispute at its PSP: an open one leads there. */
const AtPsp = ({ charge, isOpen }: { readonly charge: Charge; readonly isOpen: boolean }) => {
  const { psp, psp_reference } = charge;
  const to =
    psp_reference === null || !isOpen
      ? undefined
      : pspDashboard(psp, psp_reference, caller.value?.livemode === true);
  if (to === undefined) return <>{pspName(psp)}</>;
  return (
    <a href={to} target="_blank" rel="noreferrer">
      {words.value.disputes.answer(pspName(psp))}
    </a>
  );
};
