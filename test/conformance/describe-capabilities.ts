import { describe, expect, test } from '@jest/globals';
import * as registry from '../../lib/psp/registry.ts';
import { cardBrands } from '../../lib/types/card.ts';
import { currencies, exponentOf } from '../../lib/types/currency.ts';
import type { PspSubject } from './psp-subject.ts';
import { connect } from './samples.ts';
import { scriptedTransport } from './scripted-transport.ts';

/** What is declared is there, and what is not declared is not. */
export const describeCapabilities = (subject: PspSubject): void => {
  describe('capabilities', () => {
    const { capabilities } = subject.adapter;
    const psp = connect(subject, scriptedTransport(() => undefined).http);

    test('the registry knows the adapter', () =>
      expect(registry).toHaveProperty(subject.name, subject.adapter));

    test('the connected account tells its id, its PSP and its capabilities', () => {
      expect(psp.id).toBe(`${subject.name}_test`);
      expect(psp.psp).toBe(subject.name);
      expect(psp.capabilities).toBe(capabilities);
    });

    test('a PSP that takes a network’s id takes cards', () => {
      if (capabilities.network_transaction_id) expect(capabilities.card).toBe(true);
    });

    test('there is a look-up exactly if one is declared', () =>
      expect(psp.lookUp !== undefined).toBe(capabilities.look_up !== null));

    test('there is a cancel by reference exactly if one is declared', () =>
      expect(psp.cancelByReference !== undefined).toBe(capabilities.cancel_by_reference !== null));

    test('there is a look-up of refunds exactly if one is declared', () =>
      expect(psp.lookUpRefunds !== undefined).toBe(capabilities.refund.look_up));

    test('it tells which capture a refund is made of exactly if that is declared', () =>
      expect(psp.findCapture !== undefined).toBe(capabilities.refund.per_capture === true));

    test('an operation is synchronous exactly if declared so', () =>
      expect(subject.operations.refund === 'succeeded').toBe(capabilities.refund.result === 'synchronous'));

    test('currencies, brands and rules are known ones', () => {
      const { amounts, brands } = capabilities;
      const named = [
        ...(amounts.currencies === 'all' ? [] : amounts.currencies),
        ...Object.keys(amounts.exponents),
        ...Object.keys(amounts.multiples),
        ...Object.keys(amounts.minima),
      ];
      expect(named.filter((code) => !currencies.includes(code))).toEqual([]);
      // A line that only says what ISO 4217 says is a mistake waiting to be copied.
      expect(
        Object.entries(amounts.exponents).filter(([code, exponent]) => exponentOf(code) === exponent),
      ).toEqual([]);
      expect(brands.filter((brand) => !cardBrands.includes(brand))).toEqual([]);
    });
  });
};
