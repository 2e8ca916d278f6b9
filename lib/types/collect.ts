import type { Address } from './given-method.ts';

/** The parts of the billing address that a session can require and the fields in the browser then ask for. */
export const collectables = ['country', 'postal_code'] as const;

export type Collectable = (typeof collectables)[number];

/** Countries without postal codes. Source: Universal Postal Union, addressing systems of its members. */
const withoutPostalCodes =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GD GM GQ GY HK KI KM KP ML MO MR MW NR NU QA RW SB SC SL SR ST SX SY TD TF TG TK TL TO TV UG VU YE ZW'.split(
    ' ',
  );

/** Whether an address of this country (ISO 3166-1 alpha-2) may have a postal code; true if the country is unknown. */
export const mayHavePostalCode = (country: string | undefined): boolean =>
  country === undefined || !withoutPostalCodes.includes(country);

/** The parts that a session requires and the address lacks. */
export const missingOf = (
  collect: readonly Collectable[],
  { country, postal_code }: Address = {},
): Collectable | undefined =>
  collectables.find(
    (name) =>
      collect.includes(name) &&
      (name === 'country' ? country === undefined : postal_code === undefined && mayHavePostalCode(country)),
  );
