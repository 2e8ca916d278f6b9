import type { HttpTransport } from '../types/transport.ts';

/** The transport of one account. A PSP that refuses our key may have been given a new one: `refused` is called at once. */
export const noticingRefusals =
  (http: HttpTransport, refused: () => void): HttpTransport =>
  async (request) => {
    const answer = await http(request);
    if (answer.kind === 'answered' && answer.status === 401) refused();
    return answer;
  };
