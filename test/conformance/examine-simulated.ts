import type { examiners } from '../../lib/psp/examiners.ts';
import { examineAccounts } from '../../lib/runtime/examine-accounts.ts';
import { createTransport } from '../../lib/runtime/transport.ts';
import type { HttpRequest, HttpResponse, HttpTransport } from '../../lib/types/transport.ts';
import type { PspSimulators } from '../../local/psp/start-psp-simulators.ts';

/** Where events have to arrive. */
export const here = 'https://pay.example';

type Exchange = { readonly request: HttpRequest; readonly answer: HttpResponse };

/** What is otherwise than at an account in order. `sent` and `answer` change what goes over the wire. */
export type Changed = {
  readonly api_key?: string;
  readonly settings?: Readonly<Record<string, string>>;
  readonly sent?: (request: HttpRequest) => HttpRequest;
  readonly answer?: (request: HttpRequest, answer: HttpResponse) => HttpResponse;
  readonly livemode?: boolean;
};

/** What the doctor says of the simulated account, and what it asked. Events are refused as the service refuses them. */
export const examineSimulated = async (
  { credentials, urls }: Pick<PspSimulators, 'credentials' | 'urls'>,
  psp: keyof typeof examiners,
  changed: Changed = {},
) => {
  const { api_key, settings } = credentials[psp] ?? { settings: {} };
  const exchanges: Exchange[] = [];
  const http = createTransport();
  const watching: HttpTransport = async (request) => {
    if (request.url.startsWith(here))
      return { kind: 'answered', status: 401, headers: {}, body: '{"error":{"request_id":"req_1"}}' };
    const answer = await http(changed.sent?.(request) ?? request);
    exchanges.push({ request, answer });
    return changed.answer?.(request, answer) ?? answer;
  };
  const findings = await examineAccounts(
    [
      {
        id: psp,
        psp,
        base_url: urls[psp] ?? '',
        settings: changed.settings ?? settings,
        api_key: changed.api_key ?? api_key,
      },
    ],
    { livemode: changed.livemode ?? false, card_capture: true, public_url: here },
    watching,
  );
  return {
    findings,
    exchanges,
    missing: findings.flatMap(({ state, says }) => (state === 'missing' ? says : [])),
  };
};
