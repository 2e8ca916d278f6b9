import { docsPages } from '../../local/docs/pages/docs-pages.ts';
import type { PublicFile } from './upload-public-files.ts';

/** The documentation as `npm start` serves it, below `/docs`, where an error's `doc_url` leads. */
export const publicDocs = (): readonly PublicFile[] =>
  Object.entries(docsPages()).map(([path, { type, body }]) => ({
    path,
    content: Buffer.from(body),
    type,
    cache: 'public, max-age=300',
  }));
