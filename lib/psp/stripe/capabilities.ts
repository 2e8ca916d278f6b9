import type { Capabilities } from '../../types/capabilities.ts';

/** Presentment currencies of a Stripe account that Stripe's currency documentation lists and ISO 4217 still has. */
const currencies =
  'aed afn all amd aoa ars aud awg azn bam bbd bdt bhd bif bmd bnd bob brl bsd bwp byn bzd cad cdf chf clp cny cop crc cve czk djf dkk dop dzd egp etb eur fjd fkp gbp gel gip gmd gnf gtq gyd hkd hnl htg huf idr ils inr isk jmd jod jpy kes kgs khr kmf krw kwd kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd omr pab pen pgk php pkr pln pyg qar ron rsd rub rwf sar sbd scr sek sgd shp sle sos srd szl thb tjs tnd top try ttd twd tzs uah ugx usd uyu uzs vnd vuv wst xaf xcd xcg xof xpf yer zar zmw';

export const capabilities: Capabilities = {
  amounts: {
    currencies: currencies.split(' '),
    exponents: { mga: 0, isk: 2, ugx: 2 },
    multiples: { isk: 100, ugx: 100, bhd: 10, jod: 10, kwd: 10, omr: 10, tnd: 10 },
    minima: {
      usd: 50,
      eur: 50,
      gbp: 30,
      jpy: 50,
      chf: 50,
      aud: 50,
      cad: 50,
      nzd: 50,
      sgd: 50,
      brl: 50,
      inr: 50,
      sek: 300,
      nok: 300,
      dkk: 250,
      pln: 200,
      czk: 1_500,
      huf: 17_500,
      hkd: 400,
      mxn: 1_000,
      aed: 200,
      myr: 200,
      ron: 200,
      thb: 1_000,
    },
    maximum: 999_999_999_999,
  },
  brands: ['visa', 'mastercard', 'amex', 'discover', 'diners', 'jcb', 'unionpay'],
  card: true,
  // `card[cvc]` is optional: POST /v1/payment_methods.
  card_without_cvc: true,
  psp_token: true,
  wallets: [],
  three_d_secure: true,
  requests_challenge: true,
  // https://docs.stripe.com/payments/3d-secure/authentication-flow, "Customize the redirection or display", read in November 2026.
  challenge_in_frame: true,
  // The pinned version has no field for one.
  network_transaction_id: false,
  statement_descriptor: { max_length: 22, allowed: /^(?=.*[A-Za-z])[^<>\\'"*]+$/ },
  capture: { manual: true, partial: true },
  idempotency: { kind: 'all_answers', window_ms: 24 * 60 * 60 * 1_000 },
  look_up: { lag_ms: 0, by_creation: true },
  cancel_by_reference: { result: 'synchronous' },
  refund: { result: 'synchronous', look_up: true },
};
