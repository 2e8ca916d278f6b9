import type { Environment } from './environments.ts';
import type { PublicFile } from './upload-public-files.ts';

/** The console's pages, below `/console`: `index.html`, and what it loads below `assets`. None if the environment has no console. */
export const consoleFiles = (_: Pick<Environment, 'console'>): readonly PublicFile[] => [];

/** Nothing but the page's own files, and no string becomes HTML. */
export const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
