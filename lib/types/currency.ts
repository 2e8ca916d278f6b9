/**
 * Source: ISO 4217, list one, as of 2026-01-01: currencies whose minor unit has two digits, three or none. Fund and metal codes are left out, and
 * `ved`, which is another code for `ves` that ICU does not know. `currency.test.ts` compares them with the ICU of this Node.
 */
const twoDigits =
  'aed afn all amd aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd btn bwp byn bzd cad cdf chf cny cop crc cup cve czk dkk dop dzd egp ern etb eur fjd fkp gbp gel ghs gip gmd gtq gyd hkd hnl htg huf idr ils inr irr jmd kes kgs khr kpw kyd kzt lak lbp lkr lrd lsl mad mdl mga mkd mmk mnt mop mru mur mvr mwk mxn myr mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd rub sar sbd scr sdg sek sgd shp sle sos srd ssp stn svc syp szl thb tjs tmt top try ttd twd tzs uah usd uyu uzs ves wst xcd xcg yer zar zmw zwg';
const threeDigits = 'bhd iqd jod kwd lyd omr tnd';
const noDigits = 'bif clp djf gnf isk jpy kmf krw pyg rwf ugx vnd vuv xaf xof xpf';

const exponents = new Map<string, 0 | 2 | 3>([
  ...twoDigits.split(' ').map((code) => [code, 2] as const),
  ...threeDigits.split(' ').map((code) => [code, 3] as const),
  ...noDigits.split(' ').map((code) => [code, 0] as const),
]);

/** Every currency the API accepts, lowercase ISO 4217. */
export const currencies: readonly string[] = [...exponents.keys()].sort();

/** Digits of the minor unit (0, 2 or 3), or undefined for a code that is not in the list. */
export const exponentOf = (currency: string): 0 | 2 | 3 | undefined => exponents.get(currency);
