import type { Address } from '../../types/given-method.ts';

/** PayPal accepts an address only with a country, and its country codes do not include Kosovo. */
export const addressFields = ({ line1, line2, city, state, postal_code, country }: Address = {}) => {
  if (!country || country === 'XK') return undefined;
  const fields = {
    address_line_1: line1,
    address_line_2: line2,
    admin_area_2: city,
    admin_area_1: state,
    postal_code,
    // PayPal's own code for China.
    country_code: country === 'CN' ? 'C2' : country,
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value));
};
