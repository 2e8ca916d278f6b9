import { nameless, words } from './code-meanings.ts';
import type { PspSubject } from './psp-subject.ts';
import { stripeDeclineCodes } from './published/stripe-decline-codes.ts';

/** Stripe’s decline codes. */
export const stripeCodes: PspSubject['codes'] = {
  published: nameless(stripeDeclineCodes.codes),
  means: {
    do_not_honor: words(`
      approve_with_id call_issuer do_not_honor do_not_try_again generic_decline no_action_taken
      not_permitted service_not_allowed transaction_not_allowed try_again_later
    `),
    insufficient_funds: words('insufficient_funds'),
    limit_exceeded: words(`
      card_velocity_exceeded duplicate_transaction invalid_amount pin_try_exceeded
      withdrawal_count_limit_exceeded
    `),
    incorrect_card_data: words(`
      expired_card incorrect_address incorrect_cvc incorrect_number incorrect_pin incorrect_zip
      invalid_cvc invalid_expiry_month invalid_expiry_year invalid_number invalid_pin
      new_account_information_available testmode_decline
    `),
    authentication_required: words(`
      authentication_required authentication_not_handled offline_pin_required
      online_or_offline_pin_required mobile_device_authentication_required
    `),
    card_lost_or_stolen: words('lost_card pickup_card restricted_card stolen_card'),
    card_closed: words('invalid_account'),
    fraud_suspected: words('fraudulent merchant_blacklist security_violation'),
    stop_payment: words('revocation_of_all_authorizations revocation_of_authorization stop_payment_order'),
    issuer_unavailable: words('issuer_not_available'),
    processor_error: words('processing_error reenter_transaction'),
    not_supported: words('card_not_supported currency_not_supported'),
  },
  generic_decline: 'generic_decline',
};
