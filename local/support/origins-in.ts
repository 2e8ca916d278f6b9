import { fontPolicy, frameAncestorsHeader } from '../../clients/browser/frame-ancestors.ts';
import { withErrorPrefix } from './read-stored.ts';

const checks = { FRAME_ANCESTORS: frameAncestorsHeader, FONT_ORIGINS: fontPolicy } as const;

/** The origins that a variable lists. Throws a readable message if one is none. */
export const originsIn = (variable: keyof typeof checks): readonly string[] => {
  const origins = (process.env[variable] ?? '').split(' ').filter((origin) => origin !== '');
  withErrorPrefix(variable, () => checks[variable](origins));
  return origins;
};
