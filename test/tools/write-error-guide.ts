import type { ErrorCode, ErrorType } from '../../lib/types/error-codes.ts';
import { errorCodes } from '../../lib/types/error-codes.ts';
import type { OpenApiDocument } from '../../local/docs/openapi/open-api-document.ts';
import { schemaNameOf } from '../../local/docs/openapi/schema-name.ts';
import { errorGuide } from '../../local/docs/words/error-guide.ts';

/** docs/errors.md: every type and code with what it means and what to do. */
export const writeErrorGuide = ({ components }: OpenApiDocument): string => {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const types = [...new Set(codes.map((code) => errorCodes[code].type))];
  const section = (type: ErrorType) =>
    [
      `## \`${type}\``,
      components.schemas[schemaNameOf(type)]?.description,
      ...codes.filter((code) => errorCodes[code].type === type).map(entry),
    ].join('\n\n');
  return `${[introduction, ...types.map(section)].join('\n\n')}\n`;
};

const entry = (code: ErrorCode): string => {
  const { status, retry } = errorCodes[code];
  const again = retry ? 'you can send the same call again' : 'do not send the same call again';
  return `### ${code}\n\nHTTP ${status}, ${again}. ${errorGuide[code].means}\n\n**What to do:** ${errorGuide[code].do}`;
};

const introduction = `# Errors

<!-- Made by \`npm run openapi\` from lib/types/error-codes.ts and local/docs/words/error-guide.ts. Do not edit. -->

After this page you know what each error means, whether to send the call again, and what to do.

Every error has one shape, \`{"error":{"type","code","message","request_id","doc_url"}}\`, plus \`param\`, \`decline_code\` and \`session\` if they apply. Branch on \`type\`, then on \`code\`:
both are closed unions. \`message\` is for people and may change. \`doc_url\` links to the entry below.

The header \`should-retry\` says whether you can send exactly the same call again, with the same idempotency key; \`retry-after\` says when. A call that ended without an answer, or with a 5xx whose \`should-retry\` is true, may have been carried
out: repeat it with the same \`Idempotency-Key\`, and it takes effect only once. A new key would make it a second call.`;
