import type { Template } from '../cost/standing-in.ts';
import { cloudFormation } from './cloud-formation.ts';
import { neverDeployed, stackStatus } from './stack-status.ts';

/** The template that a stack was last deployed with; an empty one if it has never been. */
export const deployedTemplate = async (stack: string): Promise<Template> => {
  const status = await stackStatus(stack);
  if (status === undefined || status === neverDeployed) return {};
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
