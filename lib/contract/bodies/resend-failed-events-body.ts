import { strictObject } from '../../routing/fields/strict-object.ts';
import { integer } from '../fields/integer.ts';

const second = integer(0, 9_999_999_999);

export const resendFailedEventsBody = strictObject({ from: second, to: second });
