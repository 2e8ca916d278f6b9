import { expect, test } from '@jest/globals';
import type { ErrorCode, Operations } from '../../../clients/server/src/generated/api-types.ts';
import { operations } from '../../../clients/server/src/generated/operations.ts';
import type { Client } from '../../../clients/server/src/index.ts';
import { createClient } from '../../../clients/server/src/index.ts';
import type { PaymentError } from '../../../clients/server/src/payment-error.ts';
import type * as routeTable from '../../../lib/http/routes.ts';
import type { ErrorType, ErrorCode as ServiceErrorCode } from '../../../lib/types/error-codes.ts';

// Most of this file is checked by the compiler: it says nothing at run time, and does not compile where it is wrong.

/** The method of every operation: one that is missing, or answers something else, does not compile. */
const methodsOf = (client: Client) =>
  ({
    createCheckoutSession: client.checkout.sessions.create,
    retrieveCheckoutSession: client.checkout.sessions.retrieve,
    confirmCheckoutSession: client.checkout.sessions.confirm,
    refundCharge: client.charges.refund,
    captureCharge: client.charges.capture,
    cancelCharge: client.charges.cancel,
    expireCheckoutSession: client.checkout.sessions.expire,
    refreshCharge: client.charges.refresh,
    decideCharge: client.charges.decide,
    createChargeNote: client.charges.notes.create,
    listChargeNotes: client.charges.notes.list,
    listCheckoutSessions: client.checkout.sessions.list,
    listCharges: client.charges.list,
    listRefunds: client.refunds.list,
    retrieveRefund: client.refunds.retrieve,
    listEvents: client.events.list,
    retrieveEvent: client.events.retrieve,
    listAuditEntries: client.audit.list,
    listDisputes: client.disputes.list,
    retrieveDispute: client.disputes.retrieve,
    retrieveCharge: client.charges.retrieve,
    updateRoutingRules: client.routing.rules.update,
    listRoutingRules: client.routing.rules.list,
    retrieveRoutingHealth: client.routing.health.retrieve,
    listRoutingPsps: client.routing.psps.list,
    switchRoutingPsp: client.routing.psps.update,
    retrieveRoutingRule: client.routing.rules.retrieve,
    deleteRoutingRule: client.routing.rules.delete,
    createWebhookEndpoint: client.webhookEndpoints.create,
    listWebhookEndpoints: client.webhookEndpoints.list,
    retrieveWebhookEndpoint: client.webhookEndpoints.retrieve,
    updateWebhookEndpoint: client.webhookEndpoints.update,
    deleteWebhookEndpoint: client.webhookEndpoints.delete,
    rotateWebhookSecret: client.webhookEndpoints.rotate,
    testWebhookEndpoint: client.webhookEndpoints.test,
    resendEvent: client.events.resend,
    resendFailedEvents: client.webhookEndpoints.resend,
    listDeliveries: client.deliveries.list,
    retrieveStats: client.stats.retrieve,
    createExport: client.exports.create,
    retrieveExport: client.exports.retrieve,
    createPaymentLink: client.paymentLinks.create,
    listPaymentLinks: client.paymentLinks.list,
    retrievePaymentLink: client.paymentLinks.retrieve,
    deletePaymentLink: client.paymentLinks.delete,
    beginPaymentLink: client.paymentLinks.begin,
    createPaymentMethod: client.paymentMethods.create,
    listPaymentMethods: client.paymentMethods.list,
    retrievePaymentMethod: client.paymentMethods.retrieve,
    deletePaymentMethod: client.paymentMethods.delete,
    listRoutingRuleVersions: client.routing.rules.versions.list,
    retrieveRoutingRuleVersion: client.routing.rules.versions.retrieve,
    approveRoutingRuleVersion: client.routing.rules.versions.approve,
    rollBackRoutingRule: client.routing.rules.rollback,
    changeRollout: client.routing.rules.rollout,
    createApiKey: client.apiKeys.create,
    listApiKeys: client.apiKeys.list,
    retrieveApiKey: client.apiKeys.retrieve,
    deleteApiKey: client.apiKeys.delete,
    rotateApiKey: client.apiKeys.rotate,
    retrieveCaller: client.me.retrieve,
    retrieveBacktest: client.routing.backtests.retrieve,
  }) satisfies {
    readonly [Id in keyof Operations]: (...input: never[]) => Promise<Operations[Id]['answer']>;
  };

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_ extends true>(): void => {};

/** Every route but those that browsers and PSPs call. */
type Callable = Exclude<keyof typeof routeTable, 'routes' | 'completeAuthentication' | 'receivePspWebhook'>;
holds<Equal<keyof Operations, Callable>>();

/** The library's codes and types are the service's. */
holds<Equal<ErrorCode, ServiceErrorCode>>();
holds<Equal<PaymentError['type'], ErrorType | 'transport_error'>>();

/** What a type of error can say is known once the type is. */
const explain = (error: PaymentError): string => {
  switch (error.type) {
    case 'card_error':
      holds<Equal<typeof error.code, 'card_declined'>>();
      return error.session.id + error.decline_code;
    case 'idempotency_error':
      holds<Equal<typeof error.code, 'idempotency_key_in_use' | 'idempotency_key_reused'>>();
      return error.request_id;
    case 'permission_error':
      holds<
        Equal<
          typeof error.code,
          'scope_missing' | 'grant_refused' | 'refund_limit_reached' | 'approval_by_author'
        >
      >();
      return error.message;
    case 'invalid_request_error':
      return error.param ?? '';
    case 'transport_error':
      // @ts-expect-error The service said nothing, so there is no request id.
      return error.request_id;
    case 'authentication_error':
    case 'rate_limit_error':
    case 'api_error':
      return error.doc_url;
    default:
      return error satisfies never;
  }
};

test('every operation has a method', () => {
  const methods = Object.values(
    methodsOf(createClient({ baseUrl: 'http://127.0.0.1', apiKey: 'sk_test_a' })),
  );
  expect(methods).toHaveLength(Object.keys(operations).length);
  for (const method of [...methods, explain]) expect(typeof method).toBe('function');
});
