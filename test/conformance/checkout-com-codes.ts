import type { PspSubject } from './psp-subject.ts';

type Published = {
  readonly checkoutcom: { readonly codes: readonly { readonly code: string; readonly text: string }[] };
};

/** Checkout.com’s response codes, by their names. */
export const checkoutComCodes: PspSubject['codes'] = {
  published: (codes) =>
    (codes as Published).checkoutcom.codes
      .filter(({ code }) => !code.startsWith('10'))
      .map(({ code, text }) => [code, text]),
  means: {
    do_not_honor: [
      'Refer to card issuer',
      'Refer to card issuer - special conditions',
      'Declined - Do not honour',
      'Invalid transaction',
      'Transaction not permitted to cardholder',
      'Blocked, first use',
      'Lifecycle',
      'Policy',
    ],
    insufficient_funds: ['Insufficient funds'],
    limit_exceeded: ['Activity amount limit exceeded'],
    incorrect_card_data: [
      'Invalid account/card number',
      'Transaction cannot be processed through debit network / no such issuer',
      'Expired card',
      'Bad track data (invalid CVV and/or expiry)',
      'Gateway reject - post code failed',
    ],
    authentication_required: ['3D Secure authentication required'],
    authentication_failed: ['Card not 3D Secure enabled', '3D Secure system malfunction'],
    card_lost_or_stolen: ['Restricted card', 'Expired card - pick up'],
    fraud_suspected: ['Suspected fraud', 'Security violation', 'Security', 'Payment blocked due to risk'],
    stop_payment: ['Stop payment order for this authorization', 'Stop payment order for all authorizations'],
    issuer_unavailable: ['Response received too late / timeout'],
    processor_error: ['Invalid merchant'],
    invalid_request: ['Error / invalid request parameters', 'Invalid amount'],
    duplicate: ['Request in progress'],
  },
  generic_decline: '20005',
};
