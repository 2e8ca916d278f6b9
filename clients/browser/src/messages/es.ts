import type { Plural } from './plural.ts';

export const language = 'es';

export const labels = {
  form: 'Tarjeta',
  divide: 'O pagar con tarjeta',
  saved: 'Sus tarjetas guardadas',
  number: 'Número de tarjeta',
  network: 'Pagar con',
  expiry: 'Fecha de caducidad',
  expiry_format: 'MM / AA',
  cvc: 'Código de seguridad',
  name: 'Nombre en la tarjeta',
  country: 'País',
  postal_code: 'Código postal',
};

export const titles = {
  card: 'Campos seguros de pago con tarjeta',
  number: 'Campo seguro del número de tarjeta',
  expiry: 'Campo seguro de la fecha de caducidad',
  cvc: 'Campo seguro del código de seguridad',
  name: 'Campo seguro del nombre en la tarjeta',
  country: 'Campo seguro del país',
  postal_code: 'Campo seguro del código postal',
};

export const digits: Plural = { other: '{count} dígitos' };

export const another: string = 'Otra tarjeta';

export const waiting: string = 'Su banco está tardando más de lo habitual. Espere, por favor.';

export const mistakes = {
  number: {
    missing: 'Introduzca el número de su tarjeta.',
    incomplete: 'El número de su tarjeta está incompleto.',
    invalid: 'El número de su tarjeta no es válido.',
  },
  expiry: {
    missing: 'Introduzca la fecha de caducidad de su tarjeta.',
    incomplete: 'La fecha de caducidad de su tarjeta está incompleta.',
    invalid: 'La fecha de caducidad de su tarjeta no es válida.',
    expired: 'Su tarjeta ha caducado o la fecha es demasiado lejana.',
  },
  cvc: {
    missing: 'Introduzca el código de seguridad.',
    incomplete: 'El código de seguridad está incompleto.',
    invalid: 'El código de seguridad no es válido.',
  },
  name: {
    missing: 'Introduzca el nombre que figura en su tarjeta.',
    invalid: 'El nombre que figura en su tarjeta no es válido.',
  },
  country: { missing: 'Seleccione su país.' },
  postal_code: { missing: 'Introduzca su código postal.' },
};

const notNow =
  'Este pago no puede realizarse en este momento. No se le ha cobrado nada. Inténtelo de nuevo en unos minutos.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Introduzca de nuevo los datos de su tarjeta. No se le ha cobrado nada.',
  session_expired: 'Este pago ha caducado. No se le ha cobrado nada. Empiece de nuevo.',
  too_many_attempts:
    'Ha habido demasiados intentos. No se le ha cobrado nada. Inténtelo de nuevo más tarde o póngase en contacto con la tienda.',
  too_many_requests:
    'La tienda está muy ocupada. No se le ha cobrado nada. Inténtelo de nuevo dentro de un minuto.',
  payment_in_progress: 'Su banco sigue esperando que confirme el primer intento. Continúe allí, por favor.',
  order_already_paid: 'Este pedido ya está pagado. No se le ha vuelto a cobrar.',
  order_in_progress: 'Este pedido se está pagando en otro lugar. Aquí no se le ha cobrado nada.',
  other: 'El pago no se ha realizado. No se le ha cobrado nada. Inténtelo de nuevo.',
};

export const declines = {
  not_sent:
    'No se ha podido contactar con el proveedor de pagos. No se le ha cobrado nada. Inténtelo de nuevo.',
  psp_unavailable: 'El proveedor de pagos no está disponible. No se le ha cobrado nada. Inténtelo de nuevo.',
  rate_limited: 'El proveedor de pagos está saturado. No se le ha cobrado nada. Inténtelo de nuevo.',
  processor_error: 'No se ha podido procesar el pago. No se le ha cobrado nada. Inténtelo de nuevo.',
  issuer_unavailable:
    'No se ha podido contactar con su banco. No se le ha cobrado nada. Inténtelo de nuevo más tarde.',
  not_supported: 'Esta tarjeta no permite este pago. No se le ha cobrado nada. Utilice otra tarjeta.',
  do_not_honor: 'Su banco ha rechazado el pago. Utilice otra tarjeta o póngase en contacto con su banco.',
  insufficient_funds: 'La tarjeta no tiene saldo suficiente. Utilice otra tarjeta.',
  limit_exceeded: 'El pago supera el límite de la tarjeta. Utilice otra tarjeta.',
  incorrect_card_data:
    'Los datos de la tarjeta no son correctos. Compruebe el número, la fecha de caducidad y el código de seguridad.',
  authentication_required: 'Su banco necesita verificar su identidad. Inténtelo de nuevo.',
  authentication_failed:
    'Su banco no ha podido verificar su identidad. Inténtelo de nuevo o utilice otra tarjeta.',
  card_lost_or_stolen: 'Su banco ha rechazado el pago. Utilice otra tarjeta.',
  card_closed: 'La tarjeta ya no es válida. Utilice otra tarjeta.',
  fraud_suspected: 'El pago ha sido rechazado. Utilice otra tarjeta.',
  stop_payment: 'Los pagos de este tipo están bloqueados en su banco. Utilice otra tarjeta.',
  invalid_request:
    'No se ha podido procesar el pago. No se le ha cobrado nada. Póngase en contacto con la tienda.',
  unmapped: 'El pago ha sido rechazado. Utilice otra tarjeta o póngase en contacto con su banco.',
};

export const challenge = {
  title: 'Confirme este pago con su banco',
  full_page: 'Abrir en una página completa',
  back: 'Volver',
};

export const pageLabels = {
  test: 'Modo de prueba: no se mueve dinero.',
  moment: 'Un momento, por favor.',
  bank: 'Continuar en su banco',
  again: 'Intentar de nuevo',
  script: 'Esta página necesita JavaScript.',
};

export const page = {
  pay: 'Pagar {amount}',
  pay_again: 'Pagar de nuevo',
  pay_merchant: 'Pago a {merchant}',
  payment: 'Pago',
  cancel: 'Cancelar',
  go_on: 'Continuar a {merchant}',
  back: 'Volver a {merchant}',
  being_made: 'Su pago se está realizando. Espere, por favor.',
  checked: 'Su banco necesita verificar su identidad.',
  not_answered: 'Su banco aún no ha respondido. No vuelva a pagar: nunca se le cobrará dos veces.',
  bank_waits: 'Su banco espera que confirme este pago. También puede pagar con otra tarjeta.',
  paid_heading: 'Gracias',
  paid: 'El pago se ha realizado correctamente.',
  canceled_heading: 'Este pago se ha cancelado',
  canceled: 'No se le ha cobrado nada.',
  expired_heading: 'Este pago ha caducado',
  expired: 'No se le ha cobrado nada. Empiece de nuevo.',
  unknown_heading: 'Este pago no existe',
  unknown: 'El enlace está incompleto o ha caducado. Vuelva a la tienda y empiece de nuevo.',
  elsewhere_heading: 'Continúe donde empezó',
  elsewhere: 'Inició este pago en otro navegador o ventana. Vuelva allí para ver el resultado de su pago.',
  unreachable: 'No se puede consultar el pago en este momento. Nunca se le cobrará dos veces.',
  not_loaded:
    'No se han podido cargar los campos de la tarjeta. No se le ha cobrado nada. Vuelva a cargar esta página.',
  link_unknown_heading: 'Este enlace no es válido',
  link_unknown:
    'Está incompleto o se ha retirado. No se le ha cobrado nada. Pida uno nuevo a quien se lo envió.',
  link_expired_heading: 'Este enlace ha caducado',
  link_expired: 'No se le ha cobrado nada. Pida uno nuevo a quien se lo envió.',
  link_paid_heading: 'Esto ya está pagado',
  link_paid: 'No se le ha vuelto a cobrar.',
  link_busy: 'Aquí ha habido demasiados intentos. No se le ha cobrado nada. Inténtelo de nuevo más tarde.',
  link_not_begun: 'No se ha podido iniciar el pago. No se le ha cobrado nada. Inténtelo de nuevo.',
};
