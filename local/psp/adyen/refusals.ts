/** How Adyen declines a card: HTTP 200 with this result. */
export type AdyenRefusal = {
  readonly code: string;
  readonly result: 'Refused' | 'Error' | 'Cancelled';
  readonly reason: string;
};

/** `refusalReasonCode`, `resultCode`, `refusalReason` and the `holderName` that forces it on the test platform. */
const table: readonly (readonly [string, AdyenRefusal['result'], string, string])[] = [
  ['0', 'Error', 'Unknown', 'UNKNOWN'],
  ['2', 'Refused', 'Refused', 'DECLINED'],
  ['3', 'Refused', 'Referral', 'REFERRAL'],
  ['4', 'Error', 'Acquirer Error', 'ERROR'],
  ['5', 'Refused', 'Blocked Card', 'BLOCK_CARD'],
  ['6', 'Refused', 'Expired Card', 'CARD_EXPIRED'],
  ['7', 'Refused', 'Invalid Amount', 'INVALID_AMOUNT'],
  ['8', 'Refused', 'Invalid Card Number', 'INVALID_CARD_NUMBER'],
  ['9', 'Refused', 'Issuer Unavailable', 'ISSUER_UNAVAILABLE'],
  ['10', 'Refused', 'Not supported', 'NOT_SUPPORTED'],
  ['11', 'Refused', '3D Not Authenticated', 'NOT_3D_AUTHENTICATED'],
  ['12', 'Refused', 'Not enough balance', 'NOT_ENOUGH_BALANCE'],
  ['14', 'Refused', 'Acquirer Fraud', 'ACQUIRER_FRAUD'],
  ['15', 'Refused', 'Cancelled', 'CANCELLED'],
  ['16', 'Refused', 'Shopper Cancelled', 'SHOPPER_CANCELLED'],
  ['17', 'Refused', 'Invalid Pin', 'INVALID_PIN'],
  ['18', 'Refused', 'Pin tries exceeded', 'PIN_TRIES_EXCEEDED'],
  ['19', 'Refused', 'Pin validation not possible', 'PIN_VALIDATION_NOT_POSSIBLE'],
  ['20', 'Refused', 'FRAUD', 'FRAUD'],
  ['21', 'Refused', 'Not Submitted', 'NOT_SUBMITTED'],
  ['22', 'Cancelled', 'FRAUD-CANCELLED', 'FRAUD_CANCELLED'],
  ['23', 'Refused', 'Transaction Not Permitted', 'TRANSACTION_NOT_PERMITTED'],
  ['24', 'Refused', 'CVC Declined', 'CVC_DECLINED'],
  ['25', 'Refused', 'Restricted Card', 'RESTRICTED_CARD'],
  ['26', 'Refused', 'Revocation Of Auth', 'REVOCATION_OF_AUTH'],
  ['27', 'Refused', 'Declined Non Generic', 'DECLINED_NON_GENERIC'],
  ['28', 'Refused', 'Withdrawal amount exceeded', 'WITHDRAWAL_AMOUNT_EXCEEDED'],
  ['29', 'Refused', 'Withdrawal count exceeded', 'WITHDRAWAL_COUNT_EXCEEDED'],
  ['31', 'Refused', 'Issuer Suspected Fraud', 'ISSUER_SUSPECTED_FRAUD'],
  ['32', 'Refused', 'AVS Declined', 'AVS_DECLINED'],
  ['33', 'Refused', 'Card requires online pin', 'PIN_REQUIRED'],
  ['34', 'Refused', 'No checking account available on Card', 'NO_CHECKING_ACCOUNT'],
  ['35', 'Refused', 'No savings account available on Card', 'NO_SAVINGS_ACCOUNT'],
  ['36', 'Refused', 'Mobile PIN required', 'MOBILE_PIN_REQUIRED'],
  ['37', 'Refused', 'Contactless fallback', 'CONTACTLESS_FALLBACK'],
  ['38', 'Refused', 'Authentication required', 'AUTHENTICATION_REQUIRED'],
  ['39', 'Refused', 'RReq not received from DS', 'RREQ_NOT_RECEIVED'],
  ['40', 'Refused', 'Current AID is in Penalty Box.', 'BAN_CURRENT_AID'],
  ['41', 'Refused', 'CVM Required Restart Payment', 'CVM_REQUIRED'],
  ['42', 'Refused', '3DS Authentication Error', 'THREED_SECURE_ERROR'],
  ['43', 'Refused', 'Online PIN required', 'ONLINE_PIN_REQUIRED'],
  ['44', 'Refused', 'Try another interface', 'TRY_ANOTHER_INTERFACE'],
  ['45', 'Refused', 'Chip downgrade mode', 'CHIP_DOWNGRADE_MODE'],
  ['46', 'Refused', 'Transaction blocked by Adyen to prevent excessive retry fees', 'ERPS_BLOCK'],
];

const refusals: readonly (AdyenRefusal & { readonly holder: string })[] = table.map(
  ([code, result, reason, holder]) => ({ code, result, reason, holder }),
);

const byHolder = new Map(refusals.map((refusal) => [refusal.holder, refusal]));
const byCode = new Map(refusals.map((refusal) => [refusal.code, refusal]));

/** The refusal that a test cardholder's name requests, or undefined. */
export const refusalOfHolder = (holder: string | undefined): AdyenRefusal | undefined =>
  byHolder.get(holder?.trim().replace(/ .*$/, '').toUpperCase() ?? '');

/** The refusal of a code; an unlisted one is a plain refusal with that code. */
export const refusalOfCode = (code: string): AdyenRefusal =>
  byCode.get(code) ?? { code, result: 'Refused', reason: 'Refused' };
