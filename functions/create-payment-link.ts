import { clock } from '../lib/edge/clock.ts';
import { endpoint } from '../lib/edge/endpoint.ts';
import { hostedPages, livemode } from '../lib/edge/environment.ts';
import { newId } from '../lib/edge/new-id.ts';
import { newLinkId, paymentLinks } from '../lib/edge/payment-links.ts';
import { pspAccounts } from '../lib/edge/psp-accounts.ts';
import { readAhead } from '../lib/edge/read-ahead.ts';
import { rules } from '../lib/edge/rules.ts';
import { tokens } from '../lib/edge/tokens.ts';
import { noHostedPage } from '../lib/http/no-hosted-page.ts';
import { renderPaymentLink } from '../lib/http/render-payment-link.ts';
import { createPaymentLink } from '../lib/http/routes.ts';
import { createPaymentLinkBody } from '../lib/http/schemas/create-payment-link-body.ts';
import { createLink } from '../lib/payments/payment-links.ts';

readAhead(tokens.records);
readAhead(() => rules()());

export const handler = endpoint(createPaymentLink, createPaymentLinkBody, async (call) => {
  const pages_url = hostedPages();
  if (pages_url === undefined) throw noHostedPage();
  const asked = await call.idempotent('');
  const { pay_once = false, expires_at, ...body } = call.body;
  const shown = { now: call.started, pages_url, view: call.view };
  return createLink(
    {
      links: paymentLinks(),
      clock,
      newId,
      newLinkId,
      accounts: pspAccounts(),
      rules: rules(call.report),
      render: (link) => ({ status: 200, body: JSON.stringify(renderPaymentLink(link, shown)) }),
    },
    { ...body, pay_once, expires_at, livemode: livemode() },
    asked?.idempotency,
  );
});
