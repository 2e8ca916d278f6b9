import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Context } from 'aws-lambda';
import { cardFields } from '../../infra/api/hosted-fields.ts';
import { hostedPageFiles } from '../../infra/api/hosted-page.ts';
import { publicDocs } from '../../infra/api/public-docs.ts';
import { environments } from '../../infra/environments.ts';
import { vaults } from '../../infra/vaults.ts';
import type { HttpEvent } from '../../lib/http/call.ts';
import { withReturnPage } from '../../lib/http/return-page.ts';
import { resourcesOf } from './assembly.ts';
import type { Template } from './template.ts';
import { unbundledTemplates } from './unbundled-templates.ts';

const directory = mkdtempSync(join(tmpdir(), 'pages-'));
let templates: readonly Template[];

beforeAll(() => {
  const { dev: vault } = vaults;
  if (!vault) throw new Error('dev has a vault');
  const region = 'eu-central-1';
  templates = unbundledTemplates(directory, [
    { environment: { ...environments.prod, frame_ancestors: ['https://shop.example'] }, region },
    { vault: { ...vault, frame_ancestors: ['https://shop.example'] }, region },
    { environment: environments.dev, region },
  ]).map(({ payments }) => payments);
});

afterAll(() => rmSync(directory, { recursive: true }));

type Behavior = { readonly PathPattern?: string; readonly ResponseHeadersPolicyId: { readonly Ref: string } };
type Csp = { readonly ContentSecurityPolicy: string; readonly Override: boolean };

/** The policies that a browser enforces on a page: the one in the answer's head, as the distribution of the template leaves it, and the page's own. */
const policiesOf = (
  template: Template,
  path: string,
  { html, header }: { readonly html: string; readonly header?: string | undefined },
): readonly string[] => {
  const [front] = resourcesOf(template, 'AWS::CloudFront::Distribution');
  if (!front) throw new Error('the template has no distribution');
  const { CacheBehaviors, DefaultCacheBehavior } = front[1].Properties.DistributionConfig as {
    readonly CacheBehaviors: readonly Behavior[];
    readonly DefaultCacheBehavior: Behavior;
  };
  const behavior =
    CacheBehaviors.find(({ PathPattern = '' }) =>
      new RegExp(`^${PathPattern.replaceAll('.', '\\.').replaceAll('*', '.*')}$`).test(path),
    ) ?? DefaultCacheBehavior;
  const policy = template.Resources[behavior.ResponseHeadersPolicyId.Ref];
  if (!policy) throw new Error(`no policy for ${path}`);
  const config = policy.Properties.ResponseHeadersPolicyConfig as {
    readonly SecurityHeadersConfig: { readonly ContentSecurityPolicy?: Csp };
  };
  const added = config.SecurityHeadersConfig.ContentSecurityPolicy;
  const sent = added && (added.Override || header === undefined) ? added.ContentSecurityPolicy : header;
  const own = [...html.matchAll(/<meta http-equiv="content-security-policy" content="([^"]*)"/gi)].map(
    ([, policy = '']) => policy.replaceAll('&#39;', "'"),
  );
  return [...(sent === undefined ? [] : [sent]), ...own];
};

/** Whether a policy lets a page use a style or script that is in it. */
const allowsInline = (policy: string, kind: 'style' | 'script', text: string): boolean => {
  const directives = new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...sources] = directive.trim().split(/\s+/);
      return [name, sources] as const;
    }),
  );
  const sources =
    directives.get(`${kind}-src-elem`) ?? directives.get(`${kind}-src`) ?? directives.get('default-src');
  if (sources === undefined) return true;
  const hash = createHash('sha256').update(text).digest('base64');
  return sources.includes("'unsafe-inline'") || sources.includes(`'sha256-${hash}'`);
};

const inlinesOf = (html: string) =>
  (['style', 'script'] as const).flatMap((kind) =>
    [...html.matchAll(new RegExp(`<${kind}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${kind}>`, 'g'))]
      .map(([, text = '']) => ({ kind, text }))
      .filter(({ text }) => text !== ''),
  );

const expectUsable = (
  template: Template,
  path: string,
  page: { html: string; header?: string | undefined },
) => {
  const policies = policiesOf(template, path, page);
  expect({ path, policies: policies.length > 0 }).toEqual({ path, policies: true });
  for (const policy of policies)
    for (const { kind, text } of inlinesOf(page.html))
      expect({ path, policy, kind, allowed: allowsInline(policy, kind, text) }).toMatchObject({
        allowed: true,
      });
};

const returned = async (statusCode: number) => {
  const page = withReturnPage(async () => ({ statusCode, headers: { 'request-id': 'req_1' }, body: '{}' }));
  const { body = '', headers = {} } = await page(
    { headers: { accept: 'text/html' } } as unknown as HttpEvent,
    {} as Context,
  );
  return { html: body, header: headers['content-security-policy'] as string | undefined };
};

describe('a page and the policy that the distribution sends with it agree', () => {
  test.each([401, 404, 429, 500, 503])('the page of a return that ends in %d', async (status) => {
    const page = await returned(status);
    const [template] = templates;
    if (!template) throw new Error('no template');
    expect(inlinesOf(page.html)).toHaveLength(1);
    expectUsable(template, '/v1/checkout/sessions/cs_1/return', page);
    expect(policiesOf(template, '/v1/checkout/sessions/cs_1/return', page)).toEqual([page.header]);
  });

  test('every page of the documentation, and the frame of the card fields', () => {
    const [template, vault] = templates;
    if (!(template && vault)) throw new Error('no template');
    const pages = (files: ReturnType<typeof cardFields>) =>
      files.filter(({ type }) => type.startsWith('text/html'));
    const docs = pages(publicDocs());
    expect(docs.length).toBeGreaterThan(5);
    const frames = pages(cardFields({}));
    expect(frames).not.toEqual([]);
    for (const { path, content } of [...docs, ...frames])
      expectUsable(template, path, { html: String(content) });
    // The vault serves the frame alone.
    for (const { path, content } of frames.filter((frame) => /\/frame\.(\w+\.)?html$/.test(frame.path)))
      expectUsable(vault, path, { html: String(content) });
  });

  test('the hosted page, and the frame in it', () => {
    const [, vault, template] = templates;
    if (!(template && vault)) throw new Error('no template');
    const pages = hostedPageFiles(environments.dev).map(({ content }) => String(content));
    for (const html of pages) {
      expect(inlinesOf(html).map(({ kind }) => kind)).toEqual(['style', 'script']);
      expectUsable(template, '/pay/cs_1', { html });
    }
    const [html] = pages;
    if (html === undefined) throw new Error('no page');
    const [sent, own] = policiesOf(template, '/pay/cs_1', { html });
    expect(sent).toBe("frame-ancestors 'none'");
    expect(own).toContain("frame-src 'self'; img-src data:;");
    const [frame] = policiesOf(template, '/fields/v1/frame.html', { html: '' });
    expect(frame).toMatch(/^frame-ancestors 'self' /);
    const [vaults] = policiesOf(vault, '/fields/v1/frame.html', { html: '' });
    expect(vaults).toBe('frame-ancestors https://YOURROUTER.cloudfront.net https://shop.example');
  });

  test('an answer without a policy of its own gets one that shows nothing', () => {
    for (const template of templates)
      expect(policiesOf(template, '/v1/charges', { html: '' })).toEqual([
        "default-src 'none'; frame-ancestors 'none'",
      ]);
  });
});
