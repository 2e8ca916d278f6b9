import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Frame } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds in a frame by all of its rules, best practices included, except for the rules named. */
export const axeProblems = async (
  frame: Frame,
  except: readonly string[] = [],
): Promise<readonly string[]> => {
  await frame.evaluate(axe);
  // Firefox 153 may crash when axe reads it; the attribute says the same.
  await frame.evaluate(() => Reflect.deleteProperty(Element.prototype, 'ariaLabelledByElements'));
  const { violations, passes } = await frame.evaluate(() =>
    (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
      iframes: false,
    }),
  );
  assert.ok(passes.length > 10, 'axe has looked');
  return violations
    .filter(({ id }) => !except.includes(id))
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ html, any }) => `${html} ${any[0]?.message ?? ''}`).join(' | ')}`,
    );
};
