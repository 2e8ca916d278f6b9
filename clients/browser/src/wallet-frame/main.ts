import { acceptPage } from '../frame/accept-page.ts';
import { browserPorts } from '../frame/browser-ports.ts';
import { confirmSession } from '../frame/confirm-session.ts';
import { fetchSession } from '../frame/fetch-session.ts';
import { offerOf } from '../frame/offer-of.ts';
import { reportCspViolations } from '../frame/report-csp-violations.ts';
import { walletMethod } from '../frame/wallet-method.ts';
import { nobodyKnows } from '../nobody-knows.ts';
import type { FromWalletFrame, ToWalletFrame } from '../protocol.ts';

const sendViolations = reportCspViolations();

/** Tells the page what the session's wallets should ask for, and confirms the session with their token. Shows nothing. */
acceptPage((port, { client_secret = '' }) => {
  const send = (message: FromWalletFrame) => port.postMessage(message);
  sendViolations((violation) => send({ type: 'violation', violation }));
  let paying = false;
  port.onmessage = async ({ data }: MessageEvent<ToWalletFrame>) => {
    const method = walletMethod(data.method);
    if (paying || !method) return;
    paying = true;
    // A bug here says nothing about what was sent.
    const result = await confirmSession(browserPorts, String(data.client_secret), method).catch(
      () => nobodyKnows,
    );
    paying = false;
    send({ type: 'result', id: data.id, result });
  };
  void fetchSession(browserPorts, client_secret).then((session) =>
    send({ type: 'offer', offer: offerOf(session) }),
  );
});
