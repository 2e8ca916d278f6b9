import { type ErrorCode, type ErrorType, errorCodes } from '../../../lib/types/error-codes.ts';
import { errorGuide } from '../descriptions/error-guide.ts';
import { buildDocument } from '../openapi/build-document.ts';
import { schemaNameOf } from '../openapi/schema-name.ts';
import { fields } from './fields.ts';
import { inline } from './html.ts';
import { page } from './page.ts';

/** Every error code with its meaning and remedy: the target of `doc_url`, including `#<code>`. */
export const errorsPage = (): string => {
  const codes = Object.keys(errorCodes) as ErrorCode[];
  const types = [...new Set(codes.map((code) => errorCodes[code].type))];
  const of = (type: ErrorType) => codes.filter((code) => errorCodes[code].type === type);
  const contents = types.map(
    (type) =>
      `<h2><a href="#${type}">${type}</a></h2><ul>${of(type)
        .map((code) => `<li><a href="#${code}">${code}</a></li>`)
        .join('')}</ul>`,
  );
  return page({
    title: 'Payment routing: Errors',
    contents: contents.join(''),
    main: `<section id="start"><h1>Errors</h1><p class="lead">Branch on <code>type</code>, then on <code>code</code>: both are closed sets. The message is for people.</p>
<p>The header <code>should-retry</code> says whether you can send exactly the same call again, with the same idempotency key, and <code>retry-after</code> says when. A call without a response, or with a 5xx that you can send again, may have been carried out: repeat it with the same <code>Idempotency-Key</code>, and it takes effect only once.</p></section>
${types.map((type) => typeSection(type, of(type))).join('')}`,
  });
};

const typeSection = (type: ErrorType, codes: readonly ErrorCode[]): string => {
  const schema = buildDocument().components.schemas[schemaNameOf(type)];
  return `<section id="${type}"><h2>${type}</h2><p class="lead">${inline(schema?.description ?? '')}</p>
<details class="errors"><summary>Fields</summary>${schema ? fields(schema, 'optional') : ''}</details>${codes.map(codeSection).join('')}</section>`;
};

const codeSection = (code: ErrorCode): string => {
  const { status, retry } = errorCodes[code];
  return `<section id="${code}" class="code"><h3><code>${code}</code></h3>
<p class="needs"><span class="status s${Math.floor(status / 100)}">${status}</span> ${retry ? 'You can send the same call again.' : 'Do not send the same call again.'}</p>
<p>${inline(errorGuide[code].means)}</p><p><strong>What to do.</strong> ${inline(errorGuide[code].do)}</p></section>`;
};
