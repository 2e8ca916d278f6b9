/** The part of autocannon that we use; it has no types of its own. */
declare module 'autocannon' {
  type Request = {
    readonly method: 'GET' | 'POST';
    readonly path?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string;
    /** `context` is one object per pass of a connection through the list of requests. */
    readonly setupRequest?: (request: Request, context: Record<string, string>) => Request;
    readonly onResponse?: (status: number, body: string, context: Record<string, string>) => void;
  };

  type Result = {
    readonly requests: { readonly total: number; readonly average: number };
    /** Milliseconds. */
    readonly latency: { readonly p50: number; readonly p99: number };
    /** Seconds. */
    readonly duration: number;
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
  };

  export default function autocannon(options: {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly requests: readonly Request[];
  }): Promise<Result>;
}
