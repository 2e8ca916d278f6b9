import { language } from '#messages';
import { countries } from '../../../../lib/types/countries.ts';

/** Fills the list of countries, in the frame's language and sorted by name. */
export const nameCountries = (select: HTMLSelectElement): void => {
  const names = new Intl.DisplayNames(language, { type: 'region' });
  const options = countries.map((code) => [names.of(code) ?? code, code] as const);
  options.sort(([one], [other]) => one.localeCompare(other, language));
  for (const [name, code] of options) select.append(new Option(name, code));
};
