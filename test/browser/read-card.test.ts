import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { formatExpiry } from '../../clients/browser/src/frame/format-expiry.ts';
import { formatField } from '../../clients/browser/src/frame/format-field.ts';
import { formatNumber } from '../../clients/browser/src/frame/format-number.ts';
import { readCard } from '../../clients/browser/src/frame/read-card.ts';

const good = { number: '4242 4242 4242 4242', expiry: '12 / 30', cvc: '123', name: ' Ada Lovelace ' };

describe('reading a card', () => {
  test('gives it as the API takes it', () => {
    assert.deepEqual(readCard(good).card, {
      number: '4242424242424242',
      exp_month: 12,
      exp_year: 2030,
      cvc: '123',
      name: 'Ada Lovelace',
    });
  });

  test('names the network of each of the API’s brands', () => {
    const numbers = {
      visa: '4242424242424242',
      mastercard: '5555555555554444',
      amex: '378282246310005',
      discover: '6011111111111117',
      diners: '3056930009020004',
      jcb: '3566002020360505',
      unionpay: '6200000000000005',
      maestro: '6304000000000000',
    };
    for (const [brand, number] of Object.entries(numbers))
      assert.equal(readCard({ ...good, number }).brand, brand);
  });

  test('says what is wrong with each field', () => {
    const cases = [
      ['number', '', 'missing'],
      ['number', '4242', 'incomplete'],
      ['number', '4242424242424241', 'invalid'],
      ['number', '6200000000000006', 'invalid'],
      ['expiry', '', 'missing'],
      ['expiry', '12 / ', 'incomplete'],
      ['expiry', '13 / 30', 'invalid'],
      ['expiry', '00 / 30', 'invalid'],
      ['expiry', '12 / 20', 'expired'],
      ['expiry', '12 / 98', 'expired'],
      ['cvc', '', 'missing'],
      ['cvc', '12', 'incomplete'],
      ['cvc', '1234', 'invalid'],
      ['name', '  ', 'missing'],
      ['name', '4242 4242', 'invalid'],
    ] as const;
    for (const [field, value, code] of cases) {
      const read = readCard({ ...good, [field]: value });
      assert.equal(read.fields[field]?.error?.code, code, `${field} ${value}`);
      assert.equal(read.card, undefined);
    }
  });

  test('the code is as long as the brand’s', () => {
    const amex = { ...good, number: '378282246310005' };
    assert.equal(readCard({ ...amex, cvc: '123' }).card, undefined);
    assert.equal(readCard({ ...amex, cvc: '1234' }).card?.cvc, '1234');
  });

  test('formatting keeps every digit, in order, and the caret after the same ones', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[\d -]{0,24}$/), fc.nat(24), (typed, at) => {
        const caret = Math.min(at, typed.length);
        const digits = (text: string) => text.replace(/\D/g, '').slice(0, 19);
        const formatted = formatNumber(typed, caret, [4, 8, 12]);
        assert.equal(digits(formatted.text), digits(typed));
        assert.equal(digits(formatted.text.slice(0, formatted.caret)), digits(typed.slice(0, caret)));
        assert.deepEqual(formatNumber(formatted.text, formatted.caret, [4, 8, 12]), formatted);
      }),
    );
  });

  test('digits are digits, whatever the keyboard', () => {
    // Nothing has the focus.
    Object.assign(globalThis, { document: {} });
    for (const zero of ['0', '٠', '۰', '０']) {
      const shown = (name: 'number' | 'expiry' | 'cvc', digits: string): string => {
        const value = digits.replace(/\d/g, (digit) =>
          String.fromCharCode(zero.charCodeAt(0) + Number(digit)),
        );
        const input = { value, selectionStart: value.length } as HTMLInputElement;
        formatField(input, name, false);
        return input.value;
      };
      assert.equal(shown('number', '5105105105105100'), '5105 1051 0510 5100');
      assert.equal(shown('expiry', '1230'), '12 / 30');
      assert.equal(shown('expiry', '2030-01'), '01 / 30');
      assert.equal(shown('cvc', '987'), '987');
    }
  });

  test('a date is read in every form people and browsers write it', () => {
    for (const written of ['1230', '12/30', '12 / 30', '12/2030', '122030', '2030-12', '12-30'])
      assert.equal(formatExpiry(written, false), '12 / 30', written);
    assert.equal(formatExpiry('1/30', false), '01 / 30');
    assert.equal(formatExpiry('5', false), '05 / ');
    assert.equal(formatExpiry('1', false), '1');
  });
});
