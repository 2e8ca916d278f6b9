import type { PspSubject } from './psp-subject.ts';
import { adyenRefusalReasons } from './published/adyen-refusal-reasons.ts';

/** Adyen’s refusal reasons, by their names. */
export const adyenCodes: PspSubject['codes'] = {
  published: Object.entries(adyenRefusalReasons.called),
  means: {
    do_not_honor: [
      'Refused',
      'Referral',
      'Not supported',
      'Pin validation not possible',
      'Transaction Not Permitted',
      'Declined Non Generic',
    ],
    insufficient_funds: ['Not enough balance'],
    limit_exceeded: [
      'Pin tries exceeded',
      'Withdrawal amount exceeded',
      'Withdrawal count exceeded',
      'Transaction blocked by Adyen to prevent excessive retry fees',
    ],
    incorrect_card_data: [
      'Expired Card',
      'Invalid Card Number',
      'Invalid Pin',
      'CVC Declined',
      'AVS Declined',
    ],
    authentication_required: [
      'Card requires online pin',
      'Mobile PIN required',
      'Authentication required',
      'CVM Required Restart Payment',
      'Online PIN required',
    ],
    authentication_failed: [
      '3D Not Authenticated',
      'Shopper Cancelled',
      'RReq not received from DS',
      '3DS Authentication Error',
    ],
    card_lost_or_stolen: ['Blocked Card', 'Restricted Card'],
    card_closed: ['No checking account available on Card', 'No savings account available on Card'],
    fraud_suspected: ['Acquirer Fraud', 'FRAUD', 'FRAUD-CANCELLED', 'Issuer Suspected Fraud'],
    stop_payment: ['Revocation Of Auth'],
    issuer_unavailable: ['Issuer Unavailable'],
    processor_error: ['Acquirer Error', 'Not Submitted'],
    invalid_request: ['Invalid Amount'],
    unmapped: [
      'Unknown',
      'Cancelled',
      'Contactless fallback',
      'Current AID is in Penalty Box.',
      'Try another interface',
      'Chip downgrade mode',
    ],
  },
  generic_decline: '2',
};
