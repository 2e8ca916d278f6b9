import type { ErrorCode, ErrorType } from '../../lib/types/error-codes.ts';
import { errorCodes } from '../../lib/types/error-codes.ts';
import { errorGuide } from '../../local/docs/descriptions/error-guide.ts';
import type { OpenApiDocument } from '../../local/docs/openapi/open-api-document.ts';
import { schemaNameOf } from '../../local/docs/openapi/schema-name.ts';

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
  return `### ${code}\n\n**${status}${retry ? ', repeat' : ''}.** ${errorGuide[code].means}\n\n${errorGuide[code].do}`;
};

const introduction = `# Errors

<!-- Made by \`npm run openapi\` from lib/types/error-codes.ts and local/docs/descriptions/error-guide.ts. Do not edit. -->

After this page you know what each error means, whether to send the call again, and what to do.

Every error has the shape \`{"error":{"type","code","message","request_id","doc_url"}}\`, plus \`param\`, \`decline_code\`, \`session\` and \`next_action\` where they apply. Branch on \`type\`, then on \`code\`: both are closed unions. \`message\` is for people and may change. \`doc_url\` links to the code's entry below.

**Repeat**: send exactly the same call again, with the same \`Idempotency-Key\`. Send no other call again unchanged, unless its entry says so. For programs, the header \`should-retry\` says the same, and \`retry-after\` how long to wait.

A call without a response, or with a 5xx marked **repeat**, may have been carried out. With the same \`Idempotency-Key\` it takes effect only once; a new key would make it a second call.`;
