import * as z from 'zod/mini';
import { country } from './country.ts';
import { onceGiven } from './once-given.ts';
import { text } from './text.ts';

const line100 = () => z.exactOptional(text(100));
const line200 = () => z.exactOptional(text(200));

export const address = onceGiven(() =>
  z.strictObject(
    {
      line1: line200(),
      line2: line200(),
      city: line100(),
      state: line100(),
      postal_code: z.exactOptional(text(20)),
      country: z.exactOptional(country()),
    },
    'expected an object',
  ),
);
