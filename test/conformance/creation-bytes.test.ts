import { expect, test } from '@jest/globals';
import { call, moneyOf, sampleAttempt, scripted } from './samples.ts';
import { subjects } from './subjects.ts';

/**
 * What creates a payment, with every detail and with none. An attempt that was created under one release is found under the next by creating it
 * again: with other bytes under the same key, the PSP refuses, and the outcome stays unknown until a webhook comes. Whoever has to change these
 * bytes keeps the old ones for attempts that started before.
 */
const bytes: Readonly<Record<string, readonly string[]>> = {
  paypal: [
    '{"intent":"CAPTURE","purchase_units":[{"reference_id":"default","custom_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","invoice_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","amount":{"currency_code":"EUR","value":"25.99"},"description":"order-1042: Two tickets to London","soft_descriptor":"TICKETS 1042","shipping":{"name":{"full_name":"Ada Lovelace"},"address":{"address_line_1":"12 St James’s Square","admin_area_2":"London","postal_code":"SW1Y 4JH","country_code":"GB"}}}]}',
    '{"intent":"CAPTURE","purchase_units":[{"reference_id":"default","custom_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","invoice_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","amount":{"currency_code":"EUR","value":"25.99"}}]}',
    '{"intent":"AUTHORIZE","purchase_units":[{"reference_id":"default","custom_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","invoice_id":"ch_01jd4x8m5v6n7p8q9r0s1t2u3v","amount":{"currency_code":"EUR","value":"25.99"}}]}',
  ],
  stripe: [
    'amount=2599&currency=eur&capture_method=automatic&payment_method_types%5B%5D=card&description=Two+tickets+to+London&statement_descriptor_suffix=TICKETS+1042&shipping%5Bname%5D=Ada+Lovelace&shipping%5Baddress%5D%5Bline1%5D=12+St+James%E2%80%99s+Square&shipping%5Baddress%5D%5Bcity%5D=London&shipping%5Baddress%5D%5Bpostal_code%5D=SW1Y+4JH&shipping%5Baddress%5D%5Bcountry%5D=GB&metadata%5Bcharge%5D=ch_01jd4x8m5v6n7p8q9r0s1t2u3v&metadata%5Bsession%5D=cs_01jd4x8m5v6n7p8q9r0s1t2u3v&metadata%5Border%5D=order-1042&metadata%5Bcustomer%5D=customer-7&metadata%5Bmetadata%5D=%7B%22tier%22%3A%22gold%22%2C%22source%22%3A%22app%22%7D',
    'amount=2599&currency=eur&capture_method=automatic&payment_method_types%5B%5D=card&metadata%5Bcharge%5D=ch_01jd4x8m5v6n7p8q9r0s1t2u3v&metadata%5Bsession%5D=cs_01jd4x8m5v6n7p8q9r0s1t2u3v',
    'amount=2599&currency=eur&capture_method=manual&payment_method_types%5B%5D=card&metadata%5Bcharge%5D=ch_01jd4x8m5v6n7p8q9r0s1t2u3v&metadata%5Bsession%5D=cs_01jd4x8m5v6n7p8q9r0s1t2u3v',
  ],
};

const byCreation = Object.values(subjects).filter(
  ({ adapter }) => adapter.capabilities.look_up?.by_creation === true,
);

test('every PSP that finds a payment by creating it again is listed', () => {
  expect(byCreation.map(({ name }) => name).toSorted()).toEqual(Object.keys(bytes));
});

test.each(byCreation.map((subject) => [subject.name, subject] as const))(
  'the bytes that create a payment at %s are those of every release',
  async (name, subject) => {
    const { details: _, ...bare } = sampleAttempt();
    const created: (string | undefined)[] = [];
    for (const attempt of [sampleAttempt(), bare, { ...bare, capture_method: 'manual' as const }]) {
      const { psp, exchanges } = scripted(
        subject,
        subject.play({ scene: 'captured' }, attempt, moneyOf(attempt)),
      );
      await psp.lookUp?.(attempt, call);
      const { keyOf } = subject.specification.idempotency;
      created.push(exchanges.find(({ request }) => keyOf(request) !== undefined)?.request.body);
    }
    expect(created).toEqual(bytes[name]);
  },
);
