import type { Charge } from '../types/charge.ts';
import { defined } from '../types/defined.ts';
import type { PaymentDetails } from '../types/payment-details.ts';
import type { Attempt } from '../types/psp.ts';
import type { Session } from '../types/session.ts';

/**
 * The attempt that a charge records, in the form of the PSP port. It has its session's details if the PSP may not have given the payment an id yet: a
 * repeated creation needs the same bytes.
 */
export const attemptOf = (charge: Charge, session?: Session): Attempt => ({
  reference: charge.id,
  session: charge.session,
  amount: charge.amount,
  currency: charge.currency,
  capture_method: charge.capture_method,
  started: charge.started,
  ...defined({
    psp_reference: charge.psp_reference,
    psp_customer: charge.psp_customer,
    created_as: charge.other_payment_of,
  }),
  ...(session ? detailsOf(session, charge) : {}),
});

const detailsOf = (session: Session, { without_details }: Charge): Pick<Attempt, 'details'> => {
  const { reference, description, statement_descriptor, metadata } = session;
  const details: PaymentDetails = {
    ...defined({ order: reference, description, statement_descriptor }),
    ...(without_details ? customerIdOf(session) : personsOf(session)),
    ...(Object.keys(metadata).length === 0 ? {} : { metadata }),
  };
  return Object.keys(details).length === 0 ? {} : { details };
};

const customerIdOf = ({ customer }: Session): Pick<PaymentDetails, 'customer'> =>
  customer?.id === undefined ? {} : { customer: { id: customer.id } };

const personsOf = ({
  customer,
  customer_email,
  shipping,
}: Session): Pick<PaymentDetails, 'customer' | 'shipping'> => ({
  ...(customer || customer_email !== undefined
    ? { customer: { ...customer, ...defined({ email: customer_email }) } }
    : {}),
  ...(shipping ? { shipping } : {}),
});
