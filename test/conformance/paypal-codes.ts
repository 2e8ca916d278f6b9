import { nameless, words } from './code-meanings.ts';
import type { PspSubject } from './psp-subject.ts';
import { paypalResponseCodes } from './published/paypal-response-codes.ts';

/** PayPal’s response codes, which it publishes without a name. */
export const paypalCodes: PspSubject['codes'] = {
  published: nameless(paypalResponseCodes.codes),
  means: {
    do_not_honor: words('0100 0500 10BR 1312 1384 5100 5210 5700 5910 5930 9100 9540 PPRN PPSE'),
    insufficient_funds: words('5120'),
    limit_exceeded: words('5135 5200 5710 PPAI PPAX PPDT PPEL PPNL'),
    incorrect_card_data: words(`
      00N7 0390 0890 1330 1335 1380 1382 5110 5130 5170 5180 5190 5400 5500 5950 6300 7800 7900 PCVV PPAD
      PPAV PPC2 PPEF PPEX PPFI
    `),
    authentication_required: words('5650 PCNR'),
    authentication_failed: words('0880 7700 7710 PPD3 PPTE PPTR PPTV'),
    card_lost_or_stolen: words('5150 9520 9530 PPAB PPFR'),
    card_closed: words('1352 5140 PP06'),
    fraud_suspected: words('0580 5160 9500 9510 PPSC'),
    stop_payment: words('0R00 1393'),
    issuer_unavailable: words('5920'),
    processor_error: words('0960 1340 1350 1370 8000 8010 8020 8100 8110 8220 PPAU PPER PPMB PPNM PPNT PPRR'),
    not_supported: words(`
      1320 8030 PPAE PPAG PPCE PPCO PPCT PPCU PPDC PPDI PPNC PPPI PPPM PPQC PPTT PPUC PPUE PPUI PPVC PPVT
    `),
    invalid_request: words(`
      1300 1310 1317 1360 1390 PPFE PPFV PPIF PPII PPIM PPIT PPPH PPRF PPS4 PPS5 PPS6 PPTF PPTI PPUP PPVE
    `),
    unmapped: words(`
      0000 0800 1000 5800 5900 7600 9600 PPAR PPBG PPCR PPDV PPGR PPH1 PPLR PPLS PPMC PPMD PPRE PPS0 PPS1
      PPS2 PPS3 PPSD PPUA PPUR
    `),
  },
  generic_decline: '0500',
};
