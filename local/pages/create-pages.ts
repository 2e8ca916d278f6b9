import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { buildHostedFields } from '../../clients/browser/build.ts';
import {
  acceptedLanguage,
  buildHostedPages,
  type HostedPage,
  pageHeaders,
} from '../../clients/browser/build-page.ts';
import {
  frameAncestorsHeader,
  localFontOrigins,
  localFrameAncestors,
} from '../../clients/browser/frame-ancestors.ts';
import { buildConsole } from '../../clients/console/build-console.ts';
import { defined } from '../../lib/types/defined.ts';
import { answerMissing, opensPage } from '../docs/missing-page.ts';
import type { GatewayOptions } from '../gateway/create-gateway.ts';
import { watchingAgent } from '../gateway/request-line.ts';
import type { RunningService } from '../service/start-service.ts';
import { buildPages } from './build-pages.ts';
import { fieldsOrigin } from './fields-origin.ts';
import { callService } from './server/call-service.ts';
import { consoleSignIn, signInPath } from './server/console-sign-in.ts';
import { createDone, routerDemo } from './server/demo.ts';
import { paymentFeed } from './server/payment-feed.ts';
import { createPspModes } from './server/psp-modes.ts';
import { createRollout } from './server/rollout.ts';
import { serveFiles } from './server/serve-files.ts';
import { serveJson } from './server/serve-json.ts';
import { serveLibraries } from './server/serve-libraries.ts';
import { shop } from './server/shop.ts';
import { createSignInCodes } from './server/sign-in-codes.ts';
import { createTraffic } from './server/traffic.ts';

export type Pages = Required<Pick<GatewayOptions, 'mounts' | 'onAnswer'>> & {
  /** The service that they belong to; earlier requests wait for it. */
  readonly belongTo: (service: PagesService) => void;
  /** Signs in once at the console; a new one takes its place. */
  readonly signInCode: () => string;
};

type PagesService = Pick<RunningService, 'base_url' | 'api_key' | 'psps' | 'admin' | 'vault'>;

/**
 * The pages of `npm start`: shop and demonstration at `/` with their back ends below `/shop` and `/demo`, the hosted fields below `/fields/v1`, and the
 * hosted page below `/pay`.
 * Built here from source. If there is a vault, its frame collects the cards. `others`: the origins that may embed the card fields, and those
 * of their fonts, besides this machine's own.
 */
export const createPages = (
  others: { readonly frames?: readonly string[]; readonly fonts?: readonly string[] } = {},
  hostedPage: HostedPage = { merchant: 'Your shop' },
): Pages => {
  const service = Promise.withResolvers<ReturnType<typeof listenersOf>>();
  const ancestors = [...localFrameAncestors, ...(others.frames ?? [])];
  const fonts = [...localFontOrigins, ...(others.fonts ?? [])];
  const later =
    (choose: (made: ReturnType<typeof listenersOf>) => RequestListener) =>
    async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
      choose(await service.promise)(request, response);
  const codes = createSignInCodes();
  const signIn = consoleSignIn(codes);
  const [pages, demoApi] = [later((made) => made.pages), later((made) => made.demo)];
  return {
    mounts: [
      { path: '/', handle: pages, door: anyUser },
      {
        path: '/fields',
        handle: later((made) => made.fields),
        door: { ...anyUser, frames: true, origins: () => true },
      },
      { path: '/pay', handle: later((made) => made.page), door: anyUser },
      { path: signInPath, handle: later(() => signIn), door: { onlyOwnUser: true } },
      { path: '/console', handle: serveConsole(), door: { onlyOwnUser: true } },
      { path: librariesPath, handle: serveLibraries(librariesPath), door: { onlyOwnUser: true } },
      { path: '/shop', handle: later((made) => made.shop), door: { onlyOwnUser: true } },
      {
        path: '/demo',
        door: { onlyOwnUser: true },
        handle: (request, response) =>
          (/\.(js|css)$/.test(request.url ?? '') ? pages : demoApi)(request, response),
      },
      {
        path: '',
        only: (request) => opensPage(request) && !request.url?.startsWith('/v1/'),
        door: anyUser,
        handle: answerMissing,
      },
    ],
    signInCode: codes.current,
    onAnswer: (answered) => void service.promise.then((made) => made.observe(answered)),
    belongTo: (running) => service.resolve(listenersOf(running, { ancestors, fonts, hostedPage })),
  };
};

const anyUser = { onlyOwnUser: false };
const librariesPath = '/libraries';

const listenersOf = (
  { base_url, api_key, psps, admin, vault }: PagesService,
  {
    ancestors,
    fonts,
    hostedPage,
  }: {
    readonly ancestors: readonly string[];
    readonly fonts: readonly string[];
    readonly hostedPage: HostedPage;
  },
) => {
  const framedBy = frameAncestorsHeader(ancestors);
  const call = callService({ base_url, api_key });
  const watch = callService({ base_url, api_key, agent: watchingAgent });
  const feed = paymentFeed(watch);
  const parts = {
    call: watch,
    feed,
    psps: Object.keys(psps),
    modes: createPspModes(admin),
    rollout: createRollout(call, watch),
    traffic: createTraffic(call),
    done: createDone(),
  };
  return {
    pages: serveFiles(buildPages, ({ path }, { headers: { host = '' } }) =>
      path === '/' ? { 'content-security-policy': pagePolicy(host, vault) } : {},
    ),
    fields: serveFiles(
      () =>
        buildHostedFields({ fonts, ...defined({ vault }) }).map(({ name, ...file }) => ({
          path: `/fields/v1/${name}`,
          ...file,
        })),
      ({ path }, request) =>
        path.endsWith('.html') ? { 'content-security-policy': framedBy } : readableBy(request),
    ),
    page: servePage(hostedPage, vault),
    shop: serveJson(shop(call, watch)),
    demo: serveJson(routerDemo(parts)),
    observe: feed.observe,
  };
};

/** One page for every session, in the browser's language: which session, the path says to the page itself. */
const servePage = (hostedPage: HostedPage, vault: string | undefined): RequestListener => {
  const headers = { 'content-type': 'text/html; charset=utf-8', ...pageHeaders };
  const serve = serveFiles(
    () => buildHostedPages(hostedPage, vault).map((file) => ({ ...file, headers })),
    () => ({}),
  );
  return (request, response) => {
    const [, language = 'en'] = acceptedLanguage.exec(request.headers['accept-language'] ?? '') ?? [];
    serve(Object.assign(request, { url: `/pay/${language.toLowerCase()}.html` }), response);
  };
};

/** One document for all its addresses: which page it shows, the address says to the document itself. */
const serveConsole = (): RequestListener => {
  const serve = serveFiles(
    () => buildConsole('link'),
    () => ({}),
  );
  return (request, response) => {
    const isAsset = request.url?.startsWith('/console/assets/');
    serve(isAsset ? request : Object.assign(request, { url: '/console/index.html' }), response);
  };
};

/** A script of the fields is for every page, as when deployed: it tells a shop that may not frame the fields which setting lists it. */
const readableBy = ({ headers: { origin, host } }: IncomingMessage) => ({
  'access-control-allow-origin': origin ?? `http://${host}`,
  vary: 'origin',
});

/** The page's own files, the card fields' script and frames from this machine's other name, and the vault's frame. */
const pagePolicy = (host: string, vault: string | undefined): string => {
  const fields = fieldsOrigin(`http://${host}`);
  return [
    "default-src 'none'",
    `script-src 'self' ${fields}`,
    "style-src 'self'",
    "connect-src 'self'",
    `frame-src ${fields}${vault === undefined ? '' : ` ${vault}`}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
