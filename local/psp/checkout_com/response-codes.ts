import { sharedCodeOf } from '../framework/shared-cards.ts';

/** Texts of the response codes that the simulator itself returns. */
const summaries: Readonly<Record<string, string>> = {
  '10000': 'Approved',
  '20001': 'Refer to card issuer',
  '20005': 'Declined - Do not honour',
  '20012': 'Invalid transaction',
  '20014': 'Invalid account/card number',
  '20051': 'Insufficient funds',
  '20054': 'Expired card',
  '20057': 'Transaction not permitted to cardholder',
  '20059': 'Suspected fraud',
  '20061': 'Activity amount limit exceeded',
  '20062': 'Restricted card',
  '20063': 'Security violation',
  '20068': 'Response received too late / timeout',
  '20087': 'Bad track data (invalid CVV and/or expiry)',
  '20150': 'Card not 3D Secure enabled',
  '20151': 'Cardholder failed 3DS authentication',
  '20153': '3D Secure system malfunction',
  '20154': '3D Secure authentication required',
  '200R1': 'Stop payment order for this authorization',
  '200R3': 'Stop payment order for all authorizations',
  '30033': 'Expired card - pick up',
  '40101': 'Payment blocked due to risk',
  '40108': 'Gateway reject - post code failed',
};

export const summaryOf = (code: string): string => summaries[code] ?? 'Declined';

export const approvedCode = '10000';

/** Documented cards that always get one response code (checkout.com/docs, test cards). */
const cards: Readonly<Record<string, string>> = {
  '4111111111111129': '20001',
  '4024007103573027': '20012',
  '4485381577182090': '20014',
  '4544249167673670': '20051',
  '4659465888705671': '20057',
  '4897453568485113': '20059',
  '4556294593757189': '20061',
  '4818924250131070': '20062',
  '4556253752712245': '20063',
  '4095254802642505': '20068',
  '4500622868341387': '20154',
};

/** Amount endings that always get one response code, longest first: the older sandbox's way. */
const endings: readonly (readonly [ending: string, code: string])[] = [
  ['9998', '20068'],
  ['6900', '20150'],
  ['5000', '20153'],
  ['5029', '20153'],
  ['6510', '20154'],
  ['6520', '20154'],
  ['6530', '20154'],
  ['6540', '20154'],
  ['4001', '40101'],
  ['4008', '40108'],
  ['2011', '200R1'],
  ['2013', '200R3'],
  ['150', '20150'],
  ['05', '20005'],
  ['12', '20012'],
  ['14', '20014'],
  ['33', '30033'],
  ['51', '20051'],
  ['54', '20087'],
  ['62', '20062'],
  ['63', '20063'],
];

/** The card whose outcome depends on the amount's ending. If every card did, one amount in five would be declined by accident. */
const endingCard = '4543474002249996';

const sharedCodes = {
  do_not_honor: '20005',
  insufficient_funds: '20051',
  incorrect_card_data: '20087',
  card_lost_or_stolen: '20062',
  fraud_suspected: '20059',
  issuer_unavailable: '20068',
} as const;

/** The test platform's response code for this card and amount. */
export const responseCodeOf = (number: string, amount: number): string => {
  if (number === endingCard)
    return endings.find(([ending]) => String(amount).endsWith(ending))?.[1] ?? approvedCode;
  if (number === '4242424242424242' && amount === 101) return '20051';
  return sharedCodeOf(number, sharedCodes) ?? cards[number] ?? approvedCode;
};
