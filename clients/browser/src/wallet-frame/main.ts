import { wallets } from '../../../../lib/types/given-method.ts';
import { acceptPage } from '../frame/accept-page.ts';
import { browserPorts } from '../frame/browser-ports.ts';
import { confirmSession } from '../frame/confirm-session.ts';
import { hearViolations } from '../frame/hear-violations.ts';
import type { FromWalletFrame, ToWalletFrame } from '../protocol.ts';
import type { ConfirmResult } from '../types.ts';
import { readOffer } from './read-offer.ts';

const tellViolations = hearViolations();

/** Tells the page what the session's wallets should ask for, and confirms the session with their token. Shows nothing. */
acceptPage((port, { client_secret = '' }) => {
  const say = (message: FromWalletFrame) => port.postMessage(message);
  tellViolations((violation) => say({ type: 'violation', violation }));
  let paying = false;
  port.onmessage = async ({ data }: MessageEvent<ToWalletFrame>) => {
    const { type, token, psps } = data.method;
    if (paying || !wallets.includes(type)) return;
    paying = true;
    // A bug here says nothing about what was sent.
    const result = await confirmSession(browserPorts, String(data.client_secret), {
      type,
      token,
      psps,
    }).catch((): ConfirmResult => ({ status: 'processing', session: null }));
    paying = false;
    say({ type: 'result', id: data.id, result });
  };
  void readOffer(browserPorts, client_secret).then((offer) => say({ type: 'offer', offer }));
});
