import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { ApiKeys, Clock, KnownKey, Log } from '../types/ports.ts';
import type { RenderedResponse, View } from '../types/records.ts';
import type { Result } from '../types/result.ts';
import type { Scope } from '../types/scope.ts';
import type { Session } from '../types/session.ts';
import type { Person, SignIns } from '../types/sign-in.ts';
import type { Caller } from './caller.ts';
import type { ConsoleSettings } from './console-settings.ts';
import type { IdempotentCall } from './idempotency.ts';
import type { TokenSecrets } from './token-secrets.ts';

/**
 * The merchant's reference and the customer's e-mail address of a session; undefined if it was never paid and has been deleted. Throws
 * `ApiError('storage_unavailable')`.
 */
export type SessionNames = (
  session: string,
) => Promise<Pick<Session, 'reference' | 'customer_email'> | undefined>;

/** The wrapper's ports; `lib/runtime` binds them. */
export type EndpointEnvironment = {
  readonly apiKeys: ApiKeys;
  readonly sessionNames: SessionNames;
  readonly tokens: TokenSecrets;
  /** Digests of the proofs sent by the distributions in front; empty if there are none. */
  readonly originProofs: () => readonly string[];
  readonly console: () => ConsoleSettings | undefined;
  /** The sign-ins of a person. Throws `ApiError('storage_unavailable')`. */
  readonly signIns: (person: string) => Promise<SignIns>;
  readonly clock: Clock;
  readonly log: Log;
  readonly requestId: () => string;
  readonly livemode: boolean;
  readonly docs_url: string;
  /** Each session has a page below it; undefined if there are no such pages. */
  readonly pages_url?: string | undefined;
};

/** A person at the console, with the scopes of their role. */
export type KnownPerson = Person & { readonly scopes: readonly Scope[]; readonly sign_in: string };

/** A call on its way through the wrapper: each middleware adds its results. */
export type Call<Body = unknown, Path = Readonly<Record<string, string>>> = {
  readonly method: string;
  readonly raw_path: string;
  readonly request_id: string;
  readonly started: number;
  /** Unix milliseconds at which the function is stopped. */
  readonly deadline: number;
  readonly log: Log;
  /** Read only when needed: some functions need none of them and may not read them. */
  readonly tokens: TokenSecrets;
  readonly sessionNames: SessionNames;
  readonly render: (result: Result, view: View) => RenderedResponse;
  /** Path parameters, decoded. */
  readonly path: Path;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string>>;
  /** `name=value`. */
  readonly cookies: readonly string[];
  /** The client's address for a call that changes data; otherwise the address that the gateway sees. */
  client_ip: string;
  caller: Caller;
  /** The id of the API key or of the person, for records and the audit trail; undefined for any other caller. */
  by: string | undefined;
  /** The caller's API key; undefined if the call came with another token or with none. */
  api_key: KnownKey | undefined;
  /** Who called from the console; undefined for any other caller. */
  person: KnownPerson | undefined;
  masked: boolean;
  may: (scope: Scope) => boolean;
  /** The body's bytes as received. Throws `body_too_large` if they exceed the route's limit. */
  readonly raw_body: () => Uint8Array;
  view: View;
  /** Whether the caller may pay the session in the response: only then does the response contain the client secret. */
  may_pay: boolean;
  /** The caller has the address of the session's hosted page, which may be passed on, and not its client secret: no stored cards. */
  by_link: boolean;
  body: Body;
  /**
   * Set if the caller sent an `Idempotency-Key`. `target`: the session or charge the call works on, empty for a new one. `request`: what a repeat
   * must request again; by default the body.
   */
  readonly idempotent: (target: string, request?: unknown) => Promise<IdempotentCall | undefined>;
};

export type PathOf<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [key in Name]: string } & PathOf<Rest>
  : unknown;

/** What a function returns: a result to render, its own JSON, a redirect, or nothing (204). */
export type Reply =
  | Result
  | { readonly json: unknown; readonly etag?: string }
  | { readonly redirect: string; readonly cookies?: readonly string[] }
  | { readonly nothing: true; readonly cookies?: readonly string[] };

export type HttpEvent = APIGatewayProxyEventV2;
export type HttpResult = APIGatewayProxyStructuredResultV2;
export type HttpHandler = (event: HttpEvent, context: Context) => Promise<HttpResult>;
