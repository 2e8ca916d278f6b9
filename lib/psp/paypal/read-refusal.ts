import type { CardBrand } from '../../types/card.ts';
import { defined } from '../../types/defined.ts';
import type { Decline } from '../../types/outcome.ts';
import type { Advised, Declined, Unknown } from '../../types/psp.ts';
import { codeAt, findEntry, listAt, textAt } from '../json.ts';
import { mastercardAdvice, strictestAdvice, visaAdvice } from '../network-advice.ts';
import { refusalReader } from '../refusal-reader.ts';
import { issueOutcomes, responseOutcome } from './outcomes.ts';
import { findBrand } from './read-particulars.ts';

/**
 * Everything that is not PayPal's success: no response, HTTP errors, and malformed successes. A card that the bank refuses is mostly not here: PayPal
 * responds with a capture that is DECLINED.
 */
export const readRefusal = refusalReader(({ status, json }) => readStatus(status, json));

/** The issues in a refusal, the most important first. */
export const issuesOf = (json: unknown): readonly string[] =>
  (listAt(json, 'details') ?? []).flatMap((detail) => codeAt(detail, 'issue') ?? []);

/** Without issues, the refusal's name, if `debug_id` shows that PayPal itself responded. */
const codesOf = (json: unknown): readonly string[] => {
  const issues = issuesOf(json);
  const name = textAt(json, 'debug_id') === undefined ? undefined : codeAt(json, 'name');
  return issues.length === 0 && name !== undefined ? [name] : issues;
};

/**
 * The decline in the `processor_response` of a declined capture or denied authorisation. `brand`: the card's, if the order shows it. PPRN advises
 * without the network's code.
 */
export const readDeclined = (payment: unknown, brand?: CardBrand): Declined => {
  const code = codeAt(payment, 'processor_response', 'response_code');
  const network = brand ?? findBrand(textAt(payment, 'network_transaction_reference', 'network'));
  const advised = strictestAdvice(
    networkAdvice(textAt(payment, 'processor_response', 'payment_advice_code'), network),
    code === 'PPRN' ? { advice: 'never_again' } : {},
  );
  return {
    outcome: responseOutcome(code),
    ...defined({ code }),
    ...advised,
  };
};

/** On a Visa card, the codes are the cardholder's own stops. Source: `PaymentAdviceCode` of PayPal's server SDK, read in a copy on 29 November 2026. */
const networkAdvice = (code: string | undefined, network: CardBrand | undefined): Advised =>
  network === 'visa' ? visaAdvice(findEntry(visaStops, code)) : mastercardAdvice(code);

/** Visa's codes for a stop of this payment, of all at this merchant, and of all repeated ones. */
const visaStops: Readonly<Record<string, string>> = { '02': 'R0', '03': 'R1', '21': 'R3' };

const readStatus = (status: number, json: unknown): Declined | Unknown => {
  switch (status) {
    case 401:
      return { outcome: 'psp_unavailable' };
    case 409:
      return { outcome: 'duplicate', doubt: 'in_flight' };
    case 429:
      return { outcome: 'rate_limited' };
    // PayPal says that it did not receive the request in time.
    case 408:
      return { outcome: 'unknown', doubt: 'ambiguous_error' };
    default:
      if (status >= 400 && status < 500) return readIssues(status, json);
      return {
        outcome: 'unknown',
        doubt: status >= 200 && status < 400 ? 'unreadable_answer' : 'ambiguous_error',
      };
  }
};

const readIssues = (status: number, json: unknown): Declined | Unknown => {
  const issues = codesOf(json);
  const known = issues.find((issue) => Object.hasOwn(issueOutcomes, issue));
  const outcome = known === undefined ? undefined : (issueOutcomes[known] as Decline);
  const open = issues.map((issue) => findEntry(issueOutcomes, issue)).find(isOpen);
  if (open !== undefined) return { outcome: open, doubt: 'ambiguous_error' };
  const code = known ?? issues[0];
  const detail = {
    ...defined({ code }),
    ...(isOfDetails(json, issues) ? ({ refuses_details: true } as const) : {}),
  };
  if (outcome !== undefined) return { outcome, ...detail };
  if (isOfCard(json)) return { outcome: 'incorrect_card_data', ...detail };
  if (status === 403) return { outcome: 'psp_unavailable', ...detail };
  // PayPal's refusals name an issue; a proxy's page does not.
  return code === undefined
    ? { outcome: 'unknown', doubt: 'unreadable_answer' }
    : { outcome: 'invalid_request', ...detail };
};

const isOpen = (outcome: string | undefined): outcome is Unknown['outcome'] =>
  outcome === 'duplicate' || outcome === 'unknown';

/** Whether PayPal refused customer data that we pass on, all of it optional: by the field it names, or by an issue about such a field. */
const isOfDetails = (json: unknown, issues: readonly string[]): boolean =>
  issues.some((issue) => detailIssues.includes(issue)) ||
  (listAt(json, 'details') ?? []).some((detail) => detailField.test(textAt(detail, 'field') ?? ''));

const detailField = /[/.](?:shipping|billing_address|name|email_address|phone)(?:$|[/.[])/;

/** Source: the error list of orders v2, see `issueOutcomes`. */
const detailIssues: readonly string[] = [
  'BILLING_ADDRESS_INVALID',
  'CITY_REQUIRED',
  'INVALID_CITY_STATE_ZIP',
  'INVALID_COUNTRY_CODE',
  'INVALID_POSTAL_CODE',
  'INVALID_POSTAL_CODE_LENGTH',
  'POSTAL_CODE_REQUIRED',
  'SHIPPING_ADDRESS_INVALID',
];

/** Whether PayPal refused the card, or what the customer entered with it: `/payment_source/card/number`, or the older `number`. */
const isOfCard = (json: unknown): boolean =>
  (listAt(json, 'details') ?? []).some((detail) => cardField.test(textAt(detail, 'field') ?? ''));

const cardField =
  /(?:^[$/.]*|[/.]card[/.])(?:number|expiry|expire_month|expire_year|security_code|cvv2?|name|billing_address)(?:$|[/.[])/;
