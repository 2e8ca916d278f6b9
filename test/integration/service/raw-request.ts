import { request as httpRequest } from 'node:http';
import type { Failure } from './api-client.ts';
import type { Service } from './start-service.ts';

export type Sent = {
  readonly body?: string | Buffer | undefined;
  readonly type?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
};

export type RawAnswer = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Failure;
};

/** One request on a connection of its own, with exactly these headers and bytes. */
export const rawRequest = (
  { base_url, api_key }: Pick<Service, 'base_url' | 'api_key'>,
  path: string,
  { body, type, headers = {} }: Sent,
  method = 'POST',
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const sent = httpRequest(`${base_url}${path}`, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${api_key}`,
        ...(type !== undefined && { 'content-type': type }),
        ...headers,
      },
    });
    sent.on('response', async (answer) => {
      let text = '';
      for await (const chunk of answer.setEncoding('utf8')) text += chunk;
      const received = new Headers();
      for (const [name, value] of Object.entries(answer.headers)) received.set(name, String(value));
      resolve({ status: answer.statusCode ?? 0, headers: received, text, body: readBody(text) });
    });
    sent.on('error', reject);
    sent.end(body);
  });

const readBody = (text: string): Failure => {
  try {
    return JSON.parse(text);
  } catch {
    return { error: { type: '', code: 'no JSON', message: text, request_id: '' } };
  }
};
