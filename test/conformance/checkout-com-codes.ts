import { nameless, words } from './code-meanings.ts';
import type { PspSubject } from './psp-subject.ts';
import { checkoutComResponseCodes } from './published/checkout-com-response-codes.ts';

/** Checkout.com’s response codes of card payments; those of payouts (50xxx) are no answer to one. */
export const checkoutComCodes: PspSubject['codes'] = {
  published: nameless(checkoutComResponseCodes.codes.filter((code) => !code.startsWith('5'))),
  means: {
    do_not_honor: words(`
      20001 20002 20005 20012 20016 20040 20046 20057 20060 20072 20078 20179 20182 2005C 2006P
      30016 30017 30018 30019 30045
    `),
    insufficient_funds: words('20051'),
    limit_exceeded: words('20038 20061 20065 20075 200P1 200P9 30021 30022 30038'),
    incorrect_card_data: words(`
      20014 20015 20025 20054 20055 20056 20082 20087 20100 20101 20107 20108 20114 20123 20124 200N7 30015
    `),
    authentication_required: words('20154 200O5 44301'),
    authentication_failed: words('20150 20151 20152 20153 20155 20159'),
    card_lost_or_stolen: words('20004 20062 20067 30004 30007 30033 30035 30036 30041 30043'),
    card_closed: words('20039 20042 20044 20052 20053 20083 30046'),
    fraud_suspected: words(`
      20059 20063 20064 20066 20183 30034 30037 30044
      40101 40201 40202 40203 40204 40205
      41101 41201 41202 41203 41204 41205 41206 41301
      42101 42201 42202 42203 42204 42206 42301
      43101 43102 43201 43202 43203 43204 43205 43206 43301
    `),
    stop_payment: words('20017 20018 20093 2009G 200R1 200R3'),
    issuer_unavailable: words('20068 20090 20091 20092'),
    processor_error: words('20003 20019 20022 20088 20089 20096 20098 20104 20105 200E3'),
    not_supported: words(`
      20031 20058 20081 20102 20103 20106 20112 20121 20122 20156 20157 20197 200T3
    `),
    invalid_request: words(
      '20006 20013 20023 20030 20033 20113 20115 20116 20117 20119 20120 20193 200T2 30020',
    ),
    unmapped: words(`
      20020 20021 20024 20026 20027 20028 20029 20032 20045 20084 20085 20086 20095 20097 20099 20109 20110
      20111 20158 200A4 200A5 200A6 200E0 200E2 200N0 200S4 200T5
    `),
    duplicate: words('20009 20094 20118'),
  },
  generic_decline: '20005',
};
