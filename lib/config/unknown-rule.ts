import { ApiError } from '../types/api-error.ts';
import { didYouMean } from '../types/did-you-mean.ts';
import type { RulesDocument } from '../types/routing.ts';

export const unknownRule = (name: string, { rules }: RulesDocument): ApiError => {
  const names = Object.keys(rules).sort();
  return new ApiError(
    'resource_missing',
    `No routing rule is named "${name.slice(0, 64)}"${didYouMean(name, names)}. There are: ${names.join(', ')}.`,
    { param: 'name' },
  );
};
