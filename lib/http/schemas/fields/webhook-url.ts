import * as z from 'zod/mini';
import { maxLength } from '../../../routing/length-checks.ts';
import { isPublicAddress, literalAddress } from '../../public-address.ts';
import { noCardNumber } from './no-card-number.ts';
import { noSlot } from './no-slot.ts';

/**
 * https without credentials; http too in test mode. A name is only looked up when something is sent; an address in its place is refused here if
 * nothing could be sent to it.
 */
export const webhookUrl = ({
  livemode,
  anyAddress,
}: {
  readonly livemode: boolean;
  readonly anyAddress: boolean;
}) => {
  const expected = `expected an https URL of at most 2048 characters, without credentials${livemode ? '' : ' (http too in test mode)'}, on the public internet`;
  return z.string(expected).check(
    maxLength(2048, expected),
    z.refine((value) => {
      if (!/^https?:\/\/[^\s\\\p{Cc}]+$/iu.test(value)) return false;
      const url = URL.parse(value);
      if (url === null || url.username !== '' || url.password !== '') return false;
      if (livemode && url.protocol !== 'https:') return false;
      const literal = literalAddress(url);
      return anyAddress || literal === undefined || isPublicAddress(literal);
    }, expected),
    noCardNumber,
    noSlot,
  );
};
