import * as routes from '../../lib/http/routes.ts';
import {
  type Api,
  confirmBody,
  linkBody,
  measuredPsp,
  measuredRule,
  ruleBody,
  sessionBody,
  webhookEndpointBody,
} from '../support/api.ts';
import { gatewayEvent } from '../support/gateway-event.ts';
import type { MeasuredService } from '../support/start-service.ts';
import { captureWebhook } from './capture-webhook.ts';

/** One function, a fresh event that gives it real work, and the status that proves it did that work (undefined: the function has none). */
export type Case = {
  readonly function: string;
  /** Set if the function has another case. */
  readonly what?: string;
  readonly event: () => Promise<unknown>;
  readonly status: number | undefined;
};

const threeDSecureCard = '4000002760003184';

/** Every deployed function with its usual call. The service itself prepares the data that the call needs. */
export const casesOf = (service: MeasuredService, api: Api): readonly Case[] => {
  const { api_key: token } = service;
  const one = (route: routes.Route, status: number, event: () => Promise<object>): Case => ({
    function: route.function,
    status,
    event: async () => gatewayEvent({ route, token, ...(await event()) }),
  });
  const held = () => api.charge({ capture_method: 'manual' });
  return [
    one(routes.createCheckoutSession, 200, async () => ({ body: sessionBody })),
    one(routes.retrieveCheckoutSession, 200, async () => ({ path: { id: (await api.create()).id } })),
    one(routes.confirmCheckoutSession, 200, async () => ({
      path: { id: (await api.create()).id },
      body: confirmBody(),
    })),
    {
      ...one(routes.confirmCheckoutSession, 200, async () => {
        const created = await api.create();
        return { path: { id: created.id }, body: { payment_method: await api.collect(created) } };
      }),
      what: 'a card in the vault',
    },
    one(routes.completeAuthentication, 303, () => authenticated(api)),
    one(routes.expireCheckoutSession, 200, async () => ({
      path: { id: (await api.create()).id },
      body: {},
    })),
    one(routes.refundCharge, 200, async () => ({ body: { charge: await api.charge(), amount: 100 } })),
    one(routes.captureCharge, 200, async () => ({ body: { charge: await held() } })),
    one(routes.cancelCharge, 200, async () => ({ body: { charge: await held() } })),
    one(routes.refreshCharge, 200, async () => ({ path: { id: await api.charge() }, body: {} })),
    // Recovery takes days to give up on a charge that needs a person's decision, so here the decision is refused, once everything it is about was
    // read.
    one(routes.decideCharge, 409, async () => ({
      path: { id: await api.charge() },
      body: { outcome: 'failed', note: 'bench', revision: 1 },
    })),
    one(routes.retrieveCharge, 200, async () => ({ path: { id: await api.charge() } })),
    one(routes.createChargeNote, 200, async () => ({
      path: { id: await api.charge() },
      body: { text: 'bench' },
    })),
    one(routes.listChargeNotes, 200, async () => ({ path: { id: await api.charge() } })),
    one(routes.listCheckoutSessions, 200, async () => ({})),
    one(routes.listCharges, 200, async () => ({})),
    one(routes.listRefunds, 200, async () => ({})),
    // The stream's consumer, which writes its row, does not run here: this measures the look-up.
    one(routes.retrieveRefund, 404, async () => ({ path: { id: 're_00000000000000000000000000' } })),
    one(routes.listEvents, 200, async () => ({})),
    one(routes.retrieveEvent, 404, async () => ({ path: { id: 'evt_00000000000000000000000000' } })),
    one(routes.listAuditEntries, 200, async () => ({})),
    one(routes.listDisputes, 200, async () => ({})),
    one(routes.retrieveDispute, 404, async () => ({ path: { id: `dp_${'0'.repeat(22)}` } })),
    one(routes.listPaymentMethods, 200, async () => ({ query: { customer: 'customer-7' } })),
    one(routes.retrievePaymentMethod, 404, async () => ({ path: { id: `pm_${'0'.repeat(26)}` } })),
    one(routes.deletePaymentMethod, 404, async () => ({ path: { id: `pm_${'0'.repeat(26)}` } })),
    one(routes.createPaymentMethod, 400, async () => ({
      body: { customer: 'customer-7', token: `vt_${'0'.repeat(26)}`, receipt: 'vr_none' },
    })),
    one(routes.createPaymentLink, 200, async () => ({ body: linkBody })),
    one(routes.retrievePaymentLink, 200, async () => ({ path: { id: (await api.paymentLink()).id } })),
    one(routes.deletePaymentLink, 200, async () => ({ path: { id: (await api.paymentLink()).id } })),
    one(routes.beginPaymentLink, 200, async () => ({
      path: { id: (await api.paymentLink()).id },
      body: {},
    })),
    one(routes.updateRoutingRules, 200, async () => ({ body: ruleBody(newWeight()) })),
    one(routes.listRoutingRules, 200, async () => ({})),
    one(routes.retrieveRoutingHealth, 200, async () => ({})),
    one(routes.listRoutingPsps, 200, async () => ({})),
    one(routes.switchRoutingPsp, 409, async () => ({
      path: { id: 'stripe' },
      body: { state: 'open', note: 'bench', revision: 1_000_000 },
    })),
    one(routes.createApiKey, 200, async () => ({ body: { name: 'bench', scopes: ['checkout:read'] } })),
    one(routes.listApiKeys, 200, async () => ({})),
    // A key that does not exist: all are read.
    one(routes.rotateApiKey, 404, async () => ({ path: { id: 'key_none' }, body: {} })),
    one(routes.deleteApiKey, 404, async () => ({ path: { id: 'key_none' } })),
    one(routes.retrieveCaller, 200, async () => ({})),
    one(routes.createWebhookEndpoint, 200, async () => {
      await api.clearWebhookEndpoints();
      return { body: webhookEndpointBody };
    }),
    one(routes.listWebhookEndpoints, 200, async () => ({})),
    one(routes.updateWebhookEndpoint, 200, async () => ({
      path: { id: await api.webhookEndpoint() },
      body: { description: 'bench' },
    })),
    one(routes.deleteWebhookEndpoint, 200, async () => ({ path: { id: await api.webhookEndpoint() } })),
    one(routes.rotateWebhookSecret, 200, async () => ({
      path: { id: await api.webhookEndpoint() },
      body: {},
    })),
    one(routes.testWebhookEndpoint, 200, async () => ({
      path: { id: await api.webhookEndpoint() },
      body: {},
    })),
    one(routes.resendEvent, 404, async () => ({ path: { id: 'evt_1' }, body: {} })),
    one(routes.resendFailedEvents, 200, async () => ({
      path: { id: await api.webhookEndpoint() },
      body: { from: 1, to: 2 },
    })),
    one(routes.retrieveStats, 200, async () => ({ query: { from: '1763596800', to: '1763600400' } })),
    one(routes.listDeliveries, 200, async () => ({ query: { status: 'pending' } })),
    one(routes.listRoutingRuleVersions, 200, async () => ({ path: { name: 'default' } })),
    // Back to the first version: the first time with a deployment, then to the version in force.
    one(routes.rollBackRoutingRule, 200, async () => ({ path: { name: measuredRule }, body: { to: 1 } })),
    one(routes.deleteRoutingRule, 404, async () => ({ path: { name: 'none' } })),
    one(routes.approveRoutingRuleVersion, 409, async () => ({
      path: { name: measuredRule, version: '1' },
      body: {},
    })),
    one(routes.changeRollout, 404, async () => ({ path: { name: measuredRule }, body: { action: 'stop' } })),
    one(routes.retrieveBacktest, 404, async () => ({ path: { id: 'bt_1' } })),
    one(routes.createExport, 200, async () => ({ body: { what: 'charges', from: 0, to: 3_600 } })),
    one(routes.retrieveExport, 404, async () => ({ path: { id: 'exp_none' } })),
    // An export that does not exist: its worker finds no work.
    { function: 'run-export', status: undefined, event: async () => ({ export: 'exp_none' }) },
    // A backtest that does not exist: its worker finds no work.
    { function: 'run-backtest', status: undefined, event: async () => ({ backtest: 'bt_none' }) },
    { function: 'settle-rule-versions', status: undefined, event: async () => ({}) },
    one(routes.receivePspWebhook, 204, async () => ({
      path: { psp: measuredPsp },
      ...(await captureWebhook(service, api)),
    })),
    // An endpoint that does not exist: its worker finds no work.
    { function: 'deliver-events', status: undefined, event: async () => ({ endpoint: 'we_none' }) },
    { function: 'recover-charges', status: undefined, event: async () => ({}) },
    { function: 'record-events', status: undefined, event: async () => ({ Records: [] }) },
    {
      function: 'refuse-unknown-route',
      status: 404,
      event: async () => gatewayEvent({ route: { method: 'GET', path: '/v1/nothing' } }),
    },
    {
      function: 'validate-routing-rules',
      status: undefined,
      event: async () => ({ content: rulesDocument() }),
    },
  ];
};

/** The call with which a customer's browser returns after 3-D Secure. */
const authenticated = async (api: Api): Promise<object> => {
  const { id } = await api.create();
  const { next_action } = await api.confirm(id, threeDSecureCard);
  const page = next_action?.redirect_to_url.url;
  if (!page) throw new Error('the payment asks for no authentication');
  const { headers } = await fetch(`${page}?result=approve`, { redirect: 'manual' });
  const back = new URL(headers.get('location') ?? '');
  return { path: { id }, query: Object.fromEntries(back.searchParams) };
};

let published = 1;
/** A new one each time, so that there is something to publish. */
const newWeight = (): number => {
  published += 1;
  return published;
};

const rulesDocument = (): string => {
  const { name, ...rule } = ruleBody();
  const document = { rules: { [name]: { name, ...rule, version: 1, created: 1_763_630_000 } } };
  return Buffer.from(JSON.stringify(document)).toString('base64');
};
