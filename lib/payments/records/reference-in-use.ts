import type { Warning } from '../../types/result.ts';
import type { Session } from '../../types/session.ts';
import { sessionStatusOf } from '../../types/session-status.ts';
import type { PaymentPorts } from '../payment-ports.ts';

export type ReferencePorts = Pick<PaymentPorts, 'clock'> & {
  /** The newest sessions with this reference, as far as they can be found quickly. */
  readonly sessionsOf: (reference: string) => Promise<readonly Session[]>;
};

/** A warning if another session with the reference is paid or can be; none if that is unknown. Never rejects. */
export const warnOfReference = async (
  ports: ReferencePorts,
  { id, reference, order }: Pick<Session, 'id' | 'reference' | 'order'>,
): Promise<readonly Warning[]> => {
  if (reference === undefined) return [];
  const found = await ports.sessionsOf(reference).catch(() => []);
  const others = found.filter((one) => one.id !== id && isInUse(one, ports.clock.now()));
  const other = others.find(holdsOrTookMoney) ?? others[0];
  if (!other) return [];
  const once = order !== undefined && other.order !== undefined;
  return [
    {
      code: 'reference_in_use',
      message: `reference: session ${other.id} has the same and is ${holdsOrTookMoney(other) ? other.payment_status : 'open'}. ${once ? 'Only one of the two can be paid.' : 'Both can be paid: pay_once on each session of an order prevents that.'}`,
      param: 'reference',
    },
  ];
};

const isInUse = (session: Session, now: number): boolean =>
  holdsOrTookMoney(session) || sessionStatusOf(session, now) === 'open';

export const holdsOrTookMoney = ({ payment_status }: Session): boolean =>
  payment_status === 'paid' || payment_status === 'authorized';
