import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type BuildOptions, buildSync } from 'esbuild';

export type HostedFieldsFile = {
  /** Below `/fields/v1/`. */
  readonly name: string;
  readonly content: Buffer;
  readonly headers: Readonly<Record<string, string>>;
};

/** A name that contains the content's hash can be cached forever; the others are requested again soon. */
const immutable = 'public, max-age=31536000, immutable';
const soon = 'public, max-age=300';

export type Origins = {
  /** The vault's origin (`https://vault.example.com`): the page's script loads the card frame from there. */
  readonly vault?: string;
  /** The service's origin, for a frame that the vault serves: it gives cards to the vault, and confirms at the service. */
  readonly service?: string;
};

/**
 * Everything that the service's origin serves below `/fields/v1/`, built from source and, without origins, also written to `clients/browser/dist`.
 * The frame's own policy is part of its HTML, but the list of pages that may embed it has to be sent as a header: `frameAncestorsHeader`. Without
 * origins, the service itself serves the frame.
 */
export const buildHostedFields = ({
  vault = '',
  service = '',
}: Origins = {}): readonly HostedFieldsFile[] => {
  const fields = bundle('src/fields/main.ts', 'iife', {
    VAULT_FRAME: JSON.stringify(vault && `${originOf(vault)}/fields/v1/`),
  });
  const wallets = bundle('src/wallets/main.ts', 'iife');
  const loader = bundle('src/index.ts', 'esm');
  const pinned = { fields: pinnedName('fields', fields), wallets: pinnedName('wallets', wallets) };
  const manifest = {
    [pinned.fields]: integrity(fields),
    [pinned.wallets]: integrity(wallets),
    'loader.js': integrity(loader),
  };
  const files = [
    script(pinned.fields, fields, immutable),
    script('fields.js', fields, soon),
    script(pinned.wallets, wallets, immutable),
    script('wallets.js', wallets, soon),
    script('loader.js', loader, soon),
    document(
      'frame.html',
      frameHtml('src/frame/frame.html', {
        styles: 'src/frame/frame.css',
        service: service && originOf(service),
      }),
    ),
    document('wallet.html', frameHtml('src/wallet-frame/wallet.html')),
    {
      name: 'manifest.json',
      content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
      headers: headersOf('application/json', soon),
    },
  ];
  if (vault || service) return files;
  const dist = join(import.meta.dirname, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const { name, content } of files) replaceFile(join(dist, name), content);
  return files;
};

const common = {
  bundle: true,
  minify: true,
  write: false,
  target: 'es2020',
  legalComments: 'none',
  logLevel: 'silent',
  absWorkingDir: import.meta.dirname,
} as const satisfies BuildOptions;

/** Throws for anything beyond an origin: it would end up in a policy. */
const originOf = (url: string): string => {
  const { origin, href } = new URL(url);
  if (href === `${origin}/`) return origin;
  throw new Error(`${url} is not an origin. Expected one like https://vault.example.com`);
};

const bundle = (
  entry: string,
  format: 'iife' | 'esm',
  define: Readonly<Record<string, string>> = {},
): Buffer => {
  const { outputFiles, warnings } = buildSync({ ...common, entryPoints: [entry], format, define });
  if (warnings.length > 0) throw new Error(`${entry}: ${warnings.map(({ text }) => text).join('; ')}`);
  return Buffer.from(outputFiles[0]?.contents ?? []);
};

const pinnedName = (name: string, content: Buffer) =>
  `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`;

type FrameParts = { readonly styles?: string; readonly service?: string };

/**
 * One document that needs no second request. Its policy allows exactly its own script and style, and lets them connect only to its own origin, and to
 * the service's if that is another.
 */
const frameHtml = (page: string, { styles, service = '' }: FrameParts = {}): Buffer => {
  const script = bundle(`${dirname(page)}/main.ts`, 'iife')
    .toString()
    .trim();
  const style = styles && bundle(styles, 'iife').toString().trim();
  if (/<\/(script|style)|<!--/i.test(script + (style ?? '')))
    throw new Error('the frame would end before its script');
  const policy = [
    "default-src 'none'",
    `script-src '${sha256(script)}'`,
    ...(style ? [`style-src '${sha256(style)}'`] : []),
    `connect-src 'self'${service && ` ${service}`}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  const html = readFileSync(join(import.meta.dirname, page), 'utf8');
  const parts = [
    ["default-src 'none'", policy],
    ['/* script */', script],
    ...(style ? [['/* style */', style] as const] : []),
    ...(service ? [['name="service" content=""', `name="service" content="${service}"`] as const] : []),
  ] as const;
  for (const [place] of parts)
    if (html.split(place).length !== 2) throw new Error(`${page} has to hold ${place} once`);
  return Buffer.from(parts.reduce((page, [place, part]) => page.replace(place, () => part), html));
};

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
const integrity = (content: Buffer) => `sha384-${createHash('sha384').update(content).digest('base64')}`;

/** Any page may read the scripts: a browser checks the integrity of another origin's script only if that is allowed. */
const script = (name: string, content: Buffer, cache: string): HostedFieldsFile => ({
  name,
  content,
  headers: { ...headersOf('text/javascript; charset=utf-8', cache), 'access-control-allow-origin': '*' },
});

const document = (name: string, content: Buffer): HostedFieldsFile => ({
  name,
  content,
  headers: headersOf('text/html; charset=utf-8', soon),
});

const headersOf = (type: string, cache: string) => ({
  'content-type': type,
  'cache-control': cache,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'cross-origin',
});

/** Two concurrent builds, or a reader in between, see only whole files. */
const replaceFile = (path: string, content: Buffer): void => {
  const next = `${path}.${process.pid}`;
  writeFileSync(next, content);
  renameSync(next, path);
};

if (import.meta.main) for (const { name, content } of buildHostedFields()) console.log(name, content.length);
