import type { Decline } from '../../types/outcome.ts';

/** Codes that mean that Adyen does not know the result, whatever the status. */
export const openCodes: readonly string[] = ['000', '701', '703', '903', '904'];

/** Codes about an address, phone or e-mail that Adyen does not need. Source: as below. */
export const detailCodes: readonly string[] = [
  ...['104', '117', '118', '124', '131', '132', '133', '134', '135'],
  ...['147', '148', '149', '150', '151', '181', '200'],
];

/** Codes about the account's configuration. With the type `configuration`, Adyen refuses before it asks an acquirer, even if the status is 500. */
export const notSetUp: readonly string[] = [
  ...['905', '905_1', '905_2', '905_3', '907'],
  ...[
    '950',
    '951',
    '952',
    '953',
    '954',
    '955',
    '956',
    '957',
    '958',
    '959',
    '960',
    '961',
    '962',
    '966',
    '967',
  ],
];

/**
 * `errorCode` of 4xx responses about the customer's data or the account's configuration; any other is a malformed call of ours. Source: Adyen, "Error
 * codes", an undated page, read in a copy on 22 November 2026.
 */
export const errorOutcomes: Readonly<Record<string, Decline>> = {
  '101': 'incorrect_card_data', // Invalid card number
  '102': 'incorrect_card_data', // Unable to determine variant
  '103': 'incorrect_card_data', // CVC is not the right length
  '104': 'incorrect_card_data', // Billing address problem
  '117': 'incorrect_card_data', // Billing address invalid
  '118': 'incorrect_card_data', // Delivery address invalid
  '124': 'incorrect_card_data', // Phone invalid
  '128': 'incorrect_card_data', // Holder's name missing
  '129': 'incorrect_card_data', // Expiry date invalid
  '131': 'incorrect_card_data', // Billing address without its city
  '132': 'incorrect_card_data', // Street
  '133': 'incorrect_card_data', // House number
  '134': 'incorrect_card_data', // Country
  '135': 'incorrect_card_data', // State
  '140': 'incorrect_card_data', // Expiry month
  '141': 'incorrect_card_data', // Expiry year
  '147': 'incorrect_card_data', // Delivery address without its city
  '148': 'incorrect_card_data', // Street
  '149': 'incorrect_card_data', // House number
  '150': 'incorrect_card_data', // Country
  '151': 'incorrect_card_data', // State
  '153': 'incorrect_card_data', // Invalid CVC
  '181': 'incorrect_card_data', // E-mail invalid
  '193': 'incorrect_card_data', // No such range of card numbers
  '194': 'incorrect_card_data', // Billing address missing
  '200': 'incorrect_card_data', // Country code invalid
  '800': 'incorrect_card_data', // Stored details not found
  '803': 'incorrect_card_data', // Stored details not found
  '820': 'incorrect_card_data', // CVC missing
  '916': 'limit_exceeded', // Above the limit of this type of card
  '010': 'not_supported', // Not allowed
  '107': 'not_supported', // Recurring is not enabled
  '138': 'not_supported', // Unsupported currency
  '173': 'not_supported', // No key to decrypt with
  '195': 'not_supported', // No account with this key
  '199': 'not_supported', // No key configured
  '901': 'not_supported', // Invalid merchant account
  '912': 'not_supported', // Not for this variant
  '931': 'not_supported', // No such merchant
  ...Object.fromEntries(notSetUp.map((code) => [code, 'not_supported'] as const)),
};
