import type { Chance } from './chance.ts';
import type { Wanted } from './engine.ts';

/** Where customers live, and how many of them. `price`: an amount in minor units, of what costs as many euros. */
type Country = {
  readonly country: string;
  readonly currency: string;
  readonly share: number;
  readonly price: (euros: number) => number;
  readonly first: readonly [string, ...string[]];
  readonly last: readonly [string, ...string[]];
};

const cents = (rate: number) => (euros: number) => Math.round(euros * rate) * 100 - 10;
const whole = (rate: number) => (euros: number) => Math.round((euros * rate) / 100) * 100;

const countries: readonly Country[] = [
  {
    country: 'DE',
    currency: 'eur',
    share: 30,
    price: cents(1),
    first: ['Anna', 'Jonas', 'Mia', 'Lukas', 'Lea', 'Finn', 'Katrin', 'Stefan'],
    last: ['Schneider', 'Becker', 'Hoffmann', 'Wagner', 'Krause', 'Vogel'],
  },
  {
    country: 'FR',
    currency: 'eur',
    share: 12,
    price: cents(1),
    first: ['Camille', 'Hugo', 'Manon', 'Louis', 'Chloe', 'Antoine'],
    last: ['Moreau', 'Lefevre', 'Girard', 'Roux', 'Fontaine'],
  },
  {
    country: 'NL',
    currency: 'eur',
    share: 9,
    price: cents(1),
    first: ['Daan', 'Sanne', 'Bram', 'Fleur', 'Joost'],
    last: ['deVries', 'Bakker', 'Visser', 'Mulder', 'Smit'],
  },
  {
    country: 'AT',
    currency: 'eur',
    share: 5,
    price: cents(1),
    first: ['Theresa', 'Paul', 'Sophie', 'Matthias'],
    last: ['Gruber', 'Steiner', 'Pichler', 'Moser'],
  },
  {
    country: 'ES',
    currency: 'eur',
    share: 6,
    price: cents(1),
    first: ['Lucia', 'Mateo', 'Carmen', 'Pablo'],
    last: ['Navarro', 'Ortega', 'Castillo', 'Molina'],
  },
  {
    country: 'GB',
    currency: 'gbp',
    share: 14,
    price: cents(0.86),
    first: ['Oliver', 'Amelia', 'George', 'Isla', 'Harry', 'Freya'],
    last: ['Hughes', 'Bennett', 'Shaw', 'Palmer', 'Reid'],
  },
  {
    country: 'US',
    currency: 'usd',
    share: 16,
    price: cents(1.1),
    first: ['Emily', 'Noah', 'Grace', 'Ethan', 'Maya', 'Tyler'],
    last: ['Carter', 'Nguyen', 'Ramirez', 'Brooks', 'Foster'],
  },
  {
    country: 'CH',
    currency: 'chf',
    share: 5,
    price: cents(0.95),
    first: ['Nina', 'Reto', 'Selina', 'Beat'],
    last: ['Keller', 'Frei', 'Baumann', 'Graf'],
  },
  {
    country: 'JP',
    currency: 'jpy',
    share: 3,
    price: whole(165),
    first: ['Yuki', 'Haruto', 'Sakura', 'Ren'],
    last: ['Tanaka', 'Suzuki', 'Ito', 'Kato'],
  },
];

/** Test cards that every simulated PSP approves without a challenge. */
export const goodCards: readonly (readonly [string, number])[] = [
  ['4242424242424242', 16],
  ['4111111111111111', 14],
  ['4012888888881881', 12],
  ['4484070000035519', 8],
  ['4000056655665556', 6],
  ['5555555555554444', 14],
  ['5200828282828210', 10],
  ['5105105105105100', 8],
  ['2223003122003222', 5],
  ['378282246310005', 6],
  ['6011111111111117', 2],
  ['3530111333300000', 2],
];

/** Test cards that every one declines, and why. */
export const badCards: readonly (readonly [string, number])[] = [
  ['4111000000010007', 46],
  ['4111000000000008', 26],
  ['4111000000020006', 14],
  ['4111000000040004', 8],
  ['4111000000030005', 4],
  ['4111000000050003', 2],
];

/** Test cards whose bank asks, by the PSP that is tried first. */
export const askedCards: Readonly<Record<string, readonly [string, ...string[]]>> = {
  stripe: ['4000002760003184', '4000002500003155', '4000000000003220'],
  adyen: ['4212345678901237', '5212345678901234', '4917610000000000', '5454545454545454'],
};
export const askedEverywhere = '4111000000060002';

/** What the next customer wants, and who they are. `order`: the number of the order. `from`: where they live, if that is given. */
export const drawShopper = (chance: Chance, order: number, from: string | undefined): Wanted => {
  const possible = countries.filter((one) => from === undefined || one.country === from);
  const { country, currency, price, first, last } = chance.draw(possible.map((one) => [one, one.share]));
  const euros = 9 + Math.exp(2.2 + chance.random() * 3.1);
  const [name, family] = [chance.pick(first), chance.pick(last)];
  const email = `${name}.${family}${chance.hits(0.4) ? chance.between(1, 99) : ''}@example.com`.toLowerCase();
  return {
    amount: price(euros),
    currency,
    country,
    capture_method: chance.hits(0.06) ? 'manual' : 'automatic',
    ...(chance.hits(0.94) && { customer_email: email }),
    customer: { id: `cus_${chance.between(10_000, 99_999)}` },
    reference: `ORD-${order}`,
    metadata: { channel: chance.draw([['web', 6] as const, ['app', 3] as const, ['phone', 1] as const]) },
  };
};
