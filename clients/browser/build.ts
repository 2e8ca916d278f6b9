import { createHash } from 'node:crypto';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { fontPolicy } from './frame-ancestors.ts';
import { inlineDocument } from './inline-document.ts';
import { messagesIn } from './messages-in.ts';
import { originOf } from './origin-of.ts';
import { frameName } from './src/frame-name.ts';
import { languages } from './src/languages.ts';

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
  /** The vault's origin (`https://vault.example.com`): the page's script loads the card frame from there, and what is in its place here takes no card. */
  readonly vault?: string;
  /** The origins that pages may load fonts from for the card fields; none by default. */
  readonly fonts?: readonly string[];
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
  fonts = [],
}: Origins = {}): readonly HostedFieldsFile[] => {
  const from = service && originOf(service);
  const cardsAt = vault && originOf(vault);
  const buttons = bundle('src/wallet-buttons/main.ts', 'esm');
  const buttonsName = pinnedName('buttons', buttons);
  const challenge = bundle('src/challenge/main.ts', 'esm');
  const challengeName = pinnedName('challenge', challenge);
  const fields = bundle('src/fields/main.ts', 'iife', {
    define: {
      VAULT_FRAME: JSON.stringify(cardsAt && `${cardsAt}/fields/v1/`),
      WALLET_BUTTONS: JSON.stringify(buttonsName),
      CHALLENGE: JSON.stringify(challengeName),
    },
  });
  const wallets = bundle('src/wallets/main.ts', 'iife');
  const loader = bundle('src/index.ts', 'esm');
  const pinned = { fields: pinnedName('fields', fields), wallets: pinnedName('wallets', wallets) };
  const manifest = {
    [pinned.fields]: integrity(fields),
    [pinned.wallets]: integrity(wallets),
    [buttonsName]: integrity(buttons),
    [challengeName]: integrity(challenge),
    'loader.js': integrity(loader),
  };
  const files = [
    script(pinned.fields, fields, immutable),
    script('fields.js', fields, soon),
    script(pinned.wallets, wallets, immutable),
    script('wallets.js', wallets, soon),
    script(buttonsName, buttons, immutable),
    script(challengeName, challenge, immutable),
    script('loader.js', loader, soon),
    ...(cardsAt ? framesWithoutCard(cardsAt) : frames(from, fonts)),
    document('returned.html', inlineDocument('src/returned/returned.html', { policy: [] })),
    document(
      'wallet.html',
      inlineDocument('src/wallet-frame/wallet.html', { policy: ["connect-src 'self'"] }),
    ),
    {
      name: 'manifest.json',
      content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
      headers: headersOf('application/json', soon),
    },
  ];
  if (vault || service || fonts.length > 0) return files;
  const dist = join(import.meta.dirname, 'dist');
  mkdirSync(dist, { recursive: true });
  for (const { name, content } of files) replaceFile(join(dist, name), content);
  return files;
};

/** One document for each language, so that a customer loads one. */
const frames = (service: string, fonts: readonly string[]): readonly HostedFieldsFile[] =>
  languages.map((language) => {
    const { labels, titles } = messagesIn[language];
    return document(
      frameName(language),
      inlineDocument('src/frame/frame.html', {
        styles: 'src/frame/frame.css',
        policy: [`connect-src 'self'${service && ` ${service}`}`, fontPolicy(fonts) ?? []].flat(),
        put: [['name="service" content=""', `name="service" content="${service}"`]],
        language,
        words: { ...labels, title: titles.card },
      }),
    );
  });

/** For scripts of pages that do not know the vault: nobody can type a card here, and the page gets the reason. */
const framesWithoutCard = (vault: string): readonly HostedFieldsFile[] => {
  const none = inlineDocument('src/no-card/no-card.html', {
    define: { VAULT: JSON.stringify(vault) },
    policy: [],
  });
  return languages.map((language) => document(frameName(language), none));
};

const pinnedName = (name: string, content: Buffer) =>
  `${name}-${createHash('sha256').update(content).digest('hex').slice(0, 16)}.js`;

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
