import type { Address } from '../../types/given-method.ts';
import type { FormValue } from '../encode-form.ts';

/** Always in this order: storage does not keep the order of fields, and a repeat must send the same bytes. */
export const addressFields = ({
  line1,
  line2,
  city,
  state,
  postal_code,
  country,
}: Address): { readonly [field: string]: FormValue } => ({ line1, line2, city, state, postal_code, country });
