import { chosenEvents } from '../../lib/psp/adyen/account-check.ts';
import { errorOutcomes, openCodes, refusalReasons } from '../../lib/psp/adyen/outcomes.ts';
import { eventsRead } from '../../lib/psp/adyen/read-claim.ts';
import { words } from './code-meanings.ts';
import type { PspSubject, PublishedCodes } from './psp-subject.ts';

/** Adyen’s `errorCode`, the generic ones. */
const adyenErrorCodes: PublishedCodes = {
  source: 'docs.adyen.com/development-resources/error-codes',
  as_of: 'undated, read in a copy on 2026-11-22',
  codes: words(`
    000 010 100 101 102 103 104 105 106 107 108 109 110 111 112 113 114 115 116 117 118 119 120 121 122
    124 125 126 127 128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143 144 145 146 147 148
    149 150 151 152 153 154 155 156 157 158 159 160 161 162 163 164 165 166 167 168 170 171 172 173 174
    175 180 181 182 183 184 185 186 187 188 189 190 191 192 193 194 195 196 198 199 200 203 205 217 218
    600 601 602 603 604 605 606 607 608 609 690 691 692 693 694 695 700 701 702 703 704 800 801 802 803
    804 805 806 807 820 901 902 903 904 905 905_2 905_4 905_5 905_6 906 907 908 912 916 918
    919 920 921_1 921_2 922 923 926 927 928 929 930 931 950 951 952 953 954 955 956 957 958 959 960 961
    962 963 964 965 966 967 1000 1001 1002 2000 29_001 29_100
  `),
};

/** Adyen’s `refusalReasonCode`, with what Adyen calls each. */
export const adyenRefusalReasons = {
  source: 'docs.adyen.com/development-resources/refusal-reasons',
  as_of: 'undated, read in a copy',
  called: {
    '0': 'Unknown',
    '2': 'Refused',
    '3': 'Referral',
    '4': 'Acquirer Error',
    '5': 'Blocked Card',
    '6': 'Expired Card',
    '7': 'Invalid Amount',
    '8': 'Invalid Card Number',
    '9': 'Issuer Unavailable',
    '10': 'Not supported',
    '11': '3D Not Authenticated',
    '12': 'Not enough balance',
    '14': 'Acquirer Fraud',
    '15': 'Cancelled',
    '16': 'Shopper Cancelled',
    '17': 'Invalid Pin',
    '18': 'Pin tries exceeded',
    '19': 'Pin validation not possible',
    '20': 'FRAUD',
    '21': 'Not Submitted',
    '22': 'FRAUD-CANCELLED',
    '23': 'Transaction Not Permitted',
    '24': 'CVC Declined',
    '25': 'Restricted Card',
    '26': 'Revocation Of Auth',
    '27': 'Declined Non Generic',
    '28': 'Withdrawal amount exceeded',
    '29': 'Withdrawal count exceeded',
    '31': 'Issuer Suspected Fraud',
    '32': 'AVS Declined',
    '33': 'Card requires online pin',
    '34': 'No checking account available on Card',
    '35': 'No savings account available on Card',
    '36': 'Mobile PIN required',
    '37': 'Contactless fallback',
    '38': 'Authentication required',
    '39': 'RReq not received from DS',
    '40': 'Current AID is in Penalty Box.',
    '41': 'CVM Required Restart Payment',
    '42': '3DS Authentication Error',
    '43': 'Online PIN required',
    '44': 'Try another interface',
    '45': 'Chip downgrade mode',
    '46': 'Transaction blocked by Adyen to prevent excessive retry fees',
  },
} as const;

/** Reasons that Adyen has added since: Token Revoked. */
const adyenNewestReasons: PublishedCodes = {
  source: 'api-evangelist/adyen, errors/adyen-decline-codes.yml, which copies the same page',
  as_of: '2026-07-14',
  codes: words('50'),
};

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
  insists_on_authentication: '38',
  tables: [
    {
      name: 'Adyen, refusal reasons',
      lines: Object.fromEntries(Object.entries(refusalReasons).map(([code, [, outcome]]) => [code, outcome])),
      published: [
        { ...adyenRefusalReasons, codes: Object.keys(adyenRefusalReasons.called) },
        adyenNewestReasons,
      ],
    },
    {
      name: 'Adyen, error codes',
      lines: errorOutcomes,
      published: [adyenErrorCodes],
      without_line: {
        'Adyen itself does not know': openCodes,
        'the first call under the same key decides': ['704'],
        'somebody may have changed what a customer brought back from 3-D Secure':
          words('105 106 172 921_1 921_2'),
        'our own malformed call': words(`
          100 109 119 120 121 122 130 136 137 144 145 146 152 154 157 158 159 164
          166 167 168 170 171 174 175 180 182 184 185 186 187 188 189 190 191 192 196 198 205 217 218
          700 702 902 906 908 918 919 920 927 929 930 29_001 29_100
        `),
        'of other products and of payment methods that are never asked for': words(`
          108 110 111 112 113 114 115 116 125 126 127 139 142 143 155 156 160 161 162 163 165 183 203
          600 601 602 603 604 605 606 607 608 609 690 691 692 693 694 695 801 802 804 805 806 807
          905_4 905_5 905_6 922 923 926 928 963 964 965 1000 1001 1002 2000
        `),
      },
      unpublished: { 'in the answers of live accounts, beside 905': ['905_1', '905_3'] },
    },
  ],
};

/**
 * Adyen’s event codes of payments and disputes: of its Webhooks v1, its Java library, its page on the dispute flow, and its API Explorer’s page on
 * DISPUTE_OPENED_WITH_CHARGEBACK.
 */
export const adyenEventNames: PspSubject['event_names'] = {
  read: eventsRead,
  needed: {
    'in every standard webhook': eventsRead.filter((code) => !chosenEvents.includes(code)),
    'to be switched on': chosenEvents,
  },
  published: {
    source: 'github.com/Adyen/adyen-openapi/blob/main/json/Webhooks-v1.json',
    as_of: 'commit aa014f0c; library commit 02898cf5; the pages in undated copies',
    codes: words(`
      AUTHORISATION AUTHORISATION_ADJUSTMENT CANCELLATION CANCEL_OR_REFUND CAPTURE CAPTURE_FAILED CHARGEBACK
      CHARGEBACK_REVERSED EXPIRE NOTIFICATION_OF_CHARGEBACK OFFER_CLOSED POSTPONED_REFUND REFUND
      REFUNDED_REVERSED REFUND_FAILED REFUND_WITH_DATA REPORT_AVAILABLE TECHNICAL_CANCEL HANDLED_EXTERNALLY
      ORDER_OPENED ORDER_CLOSED PENDING PROCESS_RETRY VOID_PENDING_REFUND NOTIFICATION_OF_FRAUD
      PREARBITRATION_LOST PREARBITRATION_WON REQUEST_FOR_INFORMATION SECOND_CHARGEBACK AUTORESCUE
      CANCEL_AUTORESCUE MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT PREARBITRATION_OPEN
      SCHEME_ARBITRATION_WON SCHEME_ARBITRATION_LOST DISPUTE_DEFENSE_PERIOD_ENDED
      ISSUER_RESPONSE_TIMEFRAME_EXPIRED INFORMATION_SUPPLIED ISSUER_COMMENTS PREARBITRATION_ACCEPTED
      PREARBITRATION_DECLINED PREARBITRATION_ISSUER_WITHDRAWN SCHEME_ARBITRATION
      DISPUTE_OPENED_WITH_CHARGEBACK
    `),
  },
  unread: {
    'never asked for': words(`
      AUTHORISATION_ADJUSTMENT REFUND_WITH_DATA ORDER_OPENED ORDER_CLOSED AUTORESCUE CANCEL_AUTORESCUE
      VOID_PENDING_REFUND
    `),
    'of payment methods that are never asked for': words('PENDING HANDLED_EXTERNALLY'),
    'of a report, not of a payment': words('REPORT_AVAILABLE'),
    'another event follows with the outcome': words(`
      PROCESS_RETRY MANUAL_REVIEW_ACCEPT MANUAL_REVIEW_REJECT PREARBITRATION_ACCEPTED
      PREARBITRATION_DECLINED SCHEME_ARBITRATION
    `),
    'no dispute, and nothing of one changes': words(
      'NOTIFICATION_OF_FRAUD INFORMATION_SUPPLIED ISSUER_COMMENTS',
    ),
  },
};
