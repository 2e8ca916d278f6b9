import { cloudFormation } from './cloud-formation.ts';
import type { Template } from './standing-in.ts';

/** The template that a stack was last deployed with; an empty one if there is no stack. */
export const deployedTemplate = async (stack: string): Promise<Template> => {
  const text = await cloudFormation('GetTemplate', stack, { TemplateStage: 'Original' });
  const [, body = ''] = /<TemplateBody>([\s\S]*)<\/TemplateBody>/.exec(text ?? '') ?? [];
  return body.trim() === '' ? {} : JSON.parse(fromXml(body));
};

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

const fromXml = (text: string): string =>
  text.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name = '') => {
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16));
    return decimal ? String.fromCodePoint(Number(decimal)) : (entities[name] ?? whole);
  });
