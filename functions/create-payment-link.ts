import { createPaymentLinkBody } from '../lib/contract/bodies/create-payment-link-body.ts';
import { noHostedPage } from '../lib/http/no-hosted-page.ts';
import { renderPaymentLink } from '../lib/http/render-payment-link.ts';
import { createPaymentLink } from '../lib/http/routes.ts';
import { createLink } from '../lib/payments/sessions/payment-links.ts';
import { authorOf } from '../lib/runtime/author-of.ts';
import { clock } from '../lib/runtime/clock.ts';
import { endpoint } from '../lib/runtime/endpoint.ts';
import { hostedPages, livemode } from '../lib/runtime/environment.ts';
import { newId } from '../lib/runtime/new-id.ts';
import { newLinkId, paymentLinks } from '../lib/runtime/payment-links.ts';
import { pspAccounts } from '../lib/runtime/psp-accounts.ts';
import { readAhead } from '../lib/runtime/read-ahead.ts';
import { rules } from '../lib/runtime/rules.ts';
import { tokens } from '../lib/runtime/tokens.ts';

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
      by: authorOf(call),
      newId,
      newLinkId,
      accounts: pspAccounts(),
      rules: rules(call.log),
      render: (link) => ({ status: 200, body: JSON.stringify(renderPaymentLink(link, shown)) }),
    },
    { ...body, pay_once, expires_at, livemode: livemode() },
    asked?.idempotency,
  );
});
