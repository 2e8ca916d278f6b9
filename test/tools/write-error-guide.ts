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
  const again = retry ? 'the same call may be sent again' : 'do not send the same call again';
  return `### ${code}\n\nHTTP ${status}, ${again}. ${errorGuide[code].means}\n\n**What to do:** ${errorGuide[code].do}`;
};

const introduction = `# Errors

<!-- Made by \`npm run openapi\` from lib/types/error-codes.ts and local/docs/words/error-guide.ts. Do not edit. -->

After this page you know what each error means, whether to send the call again, and what to do.

Every error has one shape, \`{"error":{"type","code","message","request_id","doc_url"}}\`, with \`param\`, \`decline_code\` and \`session\` where they say more. Branch on \`type\`, then on \`code\`:
both are closed unions. \`message\` is for people and may change. \`doc_url\` leads to the entry below.

The header \`should-retry\` says whether the very same call, idempotency key included, may be sent again; \`retry-after\` says when. A call that ended without an answer, or with a 5xx, may have been carried
out: repeat it with the same \`Idempotency-Key\`, and it has one effect. A new key would make it a second call.`;
