import { type Name, nameOf } from './name.ts';

/** The resource that an endpoint acts on. */
export type Resource = {
  readonly verb: string;
  readonly path: string;
  readonly scope: string;
  readonly tag: string;
  readonly answer: string;
  /** The stack of its function. */
  readonly area: string;
  /** The file with its words. */
  readonly words: string;
  /** Its part of the server library, and the indentation in its type. */
  readonly client: string;
  readonly indent: string;
};

const resources: Readonly<Record<string, Omit<Resource, 'verb'>>> = {
  charge: {
    path: '/v1/charges/{id}',
    scope: 'charges:write',
    tag: 'Charges',
    answer: 'Charge',
    area: 'operations',
    words: 'charge',
    client: 'charges',
    indent: '  ',
  },
  checkout_session: {
    path: '/v1/checkout/sessions/{id}',
    scope: 'checkout:write',
    tag: 'Checkout sessions',
    answer: 'CheckoutSession',
    area: 'checkout',
    words: 'session',
    client: 'checkout.sessions',
    indent: '    ',
  },
};

/** An endpoint is named after its action and its resource. */
export const resourceOf = ({ snake }: Name): Resource => {
  for (const [ending, resource] of Object.entries(resources))
    if (snake.endsWith(`_${ending}`))
      return { ...resource, verb: nameOf(snake.slice(0, -ending.length - 1)).snake };
  const endings = Object.keys(resources).map((ending) => `_${ending}`);
  throw new Error(`${snake}: an endpoint's name ends in ${endings.join(' or ')}, such as extend_charge.`);
};
