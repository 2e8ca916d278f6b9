import { ApiError } from '../types/api-error.ts';

/** The version in a path. Throws `resource_missing` for anything that cannot be a version. */
export const ruleVersionIn = ({
  name,
  version,
}: {
  readonly name: string;
  readonly version: string;
}): number => {
  if (/^[1-9]\d{0,9}$/.test(version)) return Number(version);
  throw new ApiError(
    'resource_missing',
    `Rule "${name.slice(0, 64)}" has no version "${version.slice(0, 16)}".`,
    {
      param: 'version',
    },
  );
};
