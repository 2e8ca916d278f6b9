import type { HttpResponse } from '../types/transport.ts';

export type AppConfigRequest = {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** One signed request to AppConfig's control plane. Never rejects for a failed request, and retries once after a failure that may be temporary. */
export type AskAppConfig = (request: AppConfigRequest) => Promise<HttpResponse>;

export type Answered = Extract<HttpResponse, { kind: 'answered' }>;

/** The response to a request that was carried out; throws `AppConfigRefusal` for any other. */
export const requireSuccess = (response: HttpResponse): Answered => {
  if (response.kind !== 'answered') throw new AppConfigRefusal(response.cause, undefined);
  const { status, headers } = response;
  if (status >= 300)
    throw new AppConfigRefusal(`${status} ${headers['x-amzn-errortype'] ?? ''}`.trim(), status);
  return response;
};

/** `status` is undefined if there was no response. */
export class AppConfigRefusal extends Error {
  override readonly name = 'AppConfigRefusal';
  readonly status: number | undefined;

  constructor(message: string, status: number | undefined) {
    super(message);
    this.status = status;
  }
}
