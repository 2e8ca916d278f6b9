import type { Plural } from './plural.ts';

export const language = 'pt';

export const labels = {
  form: 'Cartão',
  divide: 'Ou pagar com cartão',
  saved: 'Os seus cartões guardados',
  number: 'Número do cartão',
  network: 'Pagar com',
  expiry: 'Data de validade',
  expiry_format: 'MM / AA',
  cvc: 'Código de segurança',
  name: 'Nome no cartão',
  country: 'País',
  postal_code: 'Código postal',
};

export const titles = {
  card: 'Campos seguros de pagamento com cartão',
  number: 'Campo seguro do número do cartão',
  expiry: 'Campo seguro da data de validade',
  cvc: 'Campo seguro do código de segurança',
  name: 'Campo seguro do nome no cartão',
  country: 'Campo seguro do país',
  postal_code: 'Campo seguro do código postal',
};

export const digits: Plural = { other: '{count} dígitos' };

export const another: string = 'Outro cartão';

export const waiting: string = 'A resposta do seu banco demora mais do que o habitual. Aguarde, por favor.';

export const mistakes = {
  number: {
    missing: 'Indique o número do cartão.',
    incomplete: 'O número do cartão está incompleto.',
    invalid: 'O número do cartão não é válido.',
  },
  expiry: {
    missing: 'Indique a data de validade do cartão.',
    incomplete: 'A data de validade do cartão está incompleta.',
    invalid: 'A data de validade do cartão não é válida.',
    expired: 'O cartão expirou ou a data é muito distante.',
  },
  cvc: {
    missing: 'Indique o código de segurança.',
    incomplete: 'O código de segurança está incompleto.',
    invalid: 'O código de segurança não é válido.',
  },
  name: {
    missing: 'Indique o nome que está no cartão.',
    invalid: 'O nome indicado no cartão não é válido.',
  },
  country: { missing: 'Selecione o país.' },
  postal_code: { missing: 'Indique o código postal.' },
};

const notNow =
  'No momento não é possível efetuar este pagamento. Nada foi cobrado. Tente novamente em alguns minutos.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Indique novamente os dados do cartão. Nada foi cobrado.',
  session_expired: 'Este pagamento expirou. Nada foi cobrado. Comece de novo.',
  too_many_attempts:
    'Houve demasiadas tentativas. Nada foi cobrado. Tente novamente mais tarde ou fale com a loja.',
  too_many_requests:
    'A loja tem muitos pedidos neste momento. Nada foi cobrado. Tente novamente em um minuto.',
  payment_in_progress:
    'O seu banco ainda aguarda a confirmação da primeira tentativa. Continue no site do banco.',
  order_already_paid: 'Este pedido já está pago. Nada foi cobrado novamente.',
  order_in_progress: 'O pagamento deste pedido está em curso em outro lugar. Aqui nada foi cobrado.',
  other: 'O pagamento não foi concluído. Nada foi cobrado. Tente novamente.',
};

export const declines = {
  not_sent: 'O serviço de pagamentos está inacessível. Nada foi cobrado. Tente novamente.',
  psp_unavailable: 'O serviço de pagamentos não está disponível. Nada foi cobrado. Tente novamente.',
  rate_limited: 'O serviço de pagamentos está sobrecarregado. Nada foi cobrado. Tente novamente.',
  processor_error: 'Não foi possível processar o pagamento. Nada foi cobrado. Tente novamente.',
  issuer_unavailable: 'O seu banco está inacessível. Nada foi cobrado. Tente novamente mais tarde.',
  not_supported: 'Este cartão não permite este pagamento. Nada foi cobrado. Utilize outro cartão.',
  do_not_honor: 'O seu banco recusou o pagamento. Utilize outro cartão ou fale com o seu banco.',
  insufficient_funds: 'O cartão não tem saldo suficiente. Utilize outro cartão.',
  limit_exceeded: 'O pagamento ultrapassa o limite do cartão. Utilize outro cartão.',
  incorrect_card_data:
    'Os dados do cartão não estão corretos. Verifique o número, a data de validade e o código de segurança.',
  authentication_required: 'O seu banco deve confirmar a sua identidade. Tente novamente.',
  authentication_failed:
    'O seu banco não conseguiu confirmar a sua identidade. Tente novamente ou utilize outro cartão.',
  card_lost_or_stolen: 'O seu banco recusou o pagamento. Utilize outro cartão.',
  card_closed: 'O cartão já não é válido. Utilize outro cartão.',
  fraud_suspected: 'O pagamento foi recusado. Utilize outro cartão.',
  stop_payment: 'Os pagamentos deste tipo estão bloqueados no seu banco. Utilize outro cartão.',
  invalid_request: 'Não foi possível processar o pagamento. Nada foi cobrado. Fale com a loja.',
  unmapped: 'O pagamento foi recusado. Utilize outro cartão ou fale com o seu banco.',
};

export const challenge = {
  title: 'Confirme este pagamento no seu banco',
  full_page: 'Abrir numa página inteira',
  back: 'Voltar',
};

export const pageLabels = {
  test: 'Modo de teste: não é movimentado dinheiro.',
  moment: 'Um momento, por favor.',
  bank: 'Continuar no site do banco',
  again: 'Tentar novamente',
  script: 'Esta página precisa de JavaScript.',
};

export const page = {
  pay: 'Pagar {amount}',
  pay_again: 'Pagar de novo',
  pay_merchant: 'Pagamento a {merchant}',
  payment: 'Pagamento',
  cancel: 'Cancelar',
  go_on: 'Continuar para {merchant}',
  back: 'Voltar a {merchant}',
  being_made: 'O pagamento está em curso. Aguarde, por favor.',
  checked: 'O seu banco deve confirmar a sua identidade.',
  not_answered: 'O seu banco ainda não respondeu. Não pague novamente: o valor nunca é cobrado duas vezes.',
  bank_waits: 'O seu banco aguarda a confirmação deste pagamento. Também pode pagar com outro cartão.',
  paid_heading: 'Agradecemos o seu pagamento',
  paid: 'O pagamento foi concluído.',
  canceled_heading: 'Este pagamento foi cancelado',
  canceled: 'Nada foi cobrado.',
  expired_heading: 'Este pagamento expirou',
  expired: 'Nada foi cobrado. Comece de novo.',
  unknown_heading: 'Este pagamento é desconhecido',
  unknown: 'O link está incompleto ou desatualizado. Volte à loja e comece de novo.',
  elsewhere_heading: 'Continue onde começou',
  elsewhere:
    'Este pagamento foi iniciado em outro navegador ou em outra janela. Volte lá para ver o resultado do pagamento.',
  unreachable: 'No momento não é possível consultar o pagamento. O valor nunca é cobrado duas vezes.',
  not_loaded: 'Não foi possível carregar os campos do cartão. Nada foi cobrado. Recarregue esta página.',
  link_unknown_heading: 'Este link não é válido',
  link_unknown: 'Está incompleto ou foi retirado. Nada foi cobrado. Peça um novo a quem o enviou.',
  link_expired_heading: 'Este link expirou',
  link_expired: 'Nada foi cobrado. Peça um novo a quem o enviou.',
  link_paid_heading: 'Este pagamento já foi feito',
  link_paid: 'Nada foi cobrado novamente.',
  link_busy: 'Houve demasiadas tentativas aqui. Nada foi cobrado. Tente novamente mais tarde.',
  link_not_begun: 'Não foi possível iniciar o pagamento. Nada foi cobrado. Tente novamente.',
};
