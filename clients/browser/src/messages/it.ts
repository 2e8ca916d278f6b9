import type { Plural } from './plural.ts';

export const language = 'it';

export const labels = {
  form: 'Carta',
  divide: 'Oppure pagare con carta',
  saved: 'Le Sue carte salvate',
  number: 'Numero della carta',
  network: 'Paga con',
  expiry: 'Data di scadenza',
  expiry_format: 'MM / AA',
  cvc: 'Codice di sicurezza',
  name: 'Nome sulla carta',
  country: 'Paese',
  postal_code: 'Codice postale',
};

export const titles = {
  card: 'Campi sicuri per il pagamento con carta',
  number: 'Campo sicuro del numero della carta',
  expiry: 'Campo sicuro della data di scadenza',
  cvc: 'Campo sicuro del codice di sicurezza',
  name: 'Campo sicuro del nome sulla carta',
  country: 'Campo sicuro del paese',
  postal_code: 'Campo sicuro del codice postale',
};

export const digits: Plural = { other: '{count} cifre' };

export const another: string = 'Un’altra carta';

export const waiting: string = 'La Sua banca impiega più tempo del solito. La preghiamo di attendere.';

export const mistakes = {
  number: {
    missing: 'Inserisca il numero della carta.',
    incomplete: 'Il numero della carta è incompleto.',
    invalid: 'Il numero della carta non è valido.',
  },
  expiry: {
    missing: 'Inserisca la data di scadenza della carta.',
    incomplete: 'La data di scadenza della carta è incompleta.',
    invalid: 'La data di scadenza della carta non è valida.',
    expired: 'La carta è scaduta oppure la data è troppo lontana.',
  },
  cvc: {
    missing: 'Inserisca il codice di sicurezza.',
    incomplete: 'Il codice di sicurezza è incompleto.',
    invalid: 'Il codice di sicurezza non è valido.',
  },
  name: {
    missing: 'Inserisca il nome riportato sulla carta.',
    invalid: 'Il nome riportato sulla carta non è valido.',
  },
  country: { missing: 'Selezioni il paese.' },
  postal_code: { missing: 'Inserisca il codice postale.' },
};

const notNow =
  'Al momento non è possibile effettuare il pagamento. Non Le è stato addebitato nulla. Riprovi tra qualche minuto.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Inserisca di nuovo i dati della carta. Non Le è stato addebitato nulla.',
  session_expired: 'Questo pagamento è scaduto. Non Le è stato addebitato nulla. Ricominci da capo.',
  too_many_attempts:
    'Ci sono stati troppi tentativi. Non Le è stato addebitato nulla. Riprovi più tardi o contatti il negozio.',
  too_many_requests:
    'Il negozio riceve molte richieste. Non Le è stato addebitato nulla. Riprovi tra un minuto.',
  payment_in_progress:
    'La Sua banca attende ancora la conferma del primo tentativo. Prosegua sul sito della banca.',
  order_already_paid: 'Questo ordine è già stato pagato. Non Le è stato addebitato nulla una seconda volta.',
  order_in_progress: 'Il pagamento di questo ordine è in corso altrove. Qui non Le è stato addebitato nulla.',
  other: 'Il pagamento non è andato a buon fine. Non Le è stato addebitato nulla. Riprovi.',
};

export const declines = {
  not_sent: 'Il gestore dei pagamenti non è raggiungibile. Non Le è stato addebitato nulla. Riprovi.',
  psp_unavailable: 'Il gestore dei pagamenti non è disponibile. Non Le è stato addebitato nulla. Riprovi.',
  rate_limited: 'Il gestore dei pagamenti è sovraccarico. Non Le è stato addebitato nulla. Riprovi.',
  processor_error: 'Non è stato possibile elaborare il pagamento. Non Le è stato addebitato nulla. Riprovi.',
  issuer_unavailable: 'La Sua banca non è raggiungibile. Non Le è stato addebitato nulla. Riprovi più tardi.',
  not_supported:
    'Questa carta non consente questo pagamento. Non Le è stato addebitato nulla. Utilizzi un’altra carta.',
  do_not_honor: 'La Sua banca ha rifiutato il pagamento. Utilizzi un’altra carta o contatti la Sua banca.',
  insufficient_funds: 'Il credito della carta non è sufficiente. Utilizzi un’altra carta.',
  limit_exceeded: 'Il pagamento supera il limite della carta. Utilizzi un’altra carta.',
  incorrect_card_data:
    'I dati della carta non sono corretti. Verifichi il numero, la data di scadenza e il codice di sicurezza.',
  authentication_required: 'La Sua banca deve verificare la Sua identità. Riprovi.',
  authentication_failed:
    'La Sua banca non ha potuto verificare la Sua identità. Riprovi o utilizzi un’altra carta.',
  card_lost_or_stolen: 'La Sua banca ha rifiutato il pagamento. Utilizzi un’altra carta.',
  card_closed: 'La carta non è più valida. Utilizzi un’altra carta.',
  fraud_suspected: 'Il pagamento è stato rifiutato. Utilizzi un’altra carta.',
  stop_payment: 'I pagamenti di questo tipo sono bloccati presso la Sua banca. Utilizzi un’altra carta.',
  invalid_request:
    'Non è stato possibile elaborare il pagamento. Non Le è stato addebitato nulla. Contatti il negozio.',
  unmapped: 'Il pagamento è stato rifiutato. Utilizzi un’altra carta o contatti la Sua banca.',
};

export const challenge = {
  title: 'Confermi questo pagamento con la Sua banca',
  full_page: 'Apri a pagina intera',
  back: 'Indietro',
};

export const pageLabels = {
  test: 'Modalità di prova: nessun addebito reale.',
  moment: 'Un momento, per favore.',
  bank: 'Continua sul sito della banca',
  again: 'Riprova',
  script: 'Questa pagina richiede JavaScript.',
};

export const page = {
  pay: 'Paga {amount}',
  pay_again: 'Paga di nuovo',
  pay_merchant: 'Pagamento a {merchant}',
  payment: 'Pagamento',
  cancel: 'Annulla',
  go_on: 'Continua su {merchant}',
  back: 'Torna a {merchant}',
  being_made: 'Il pagamento è in corso. La preghiamo di attendere.',
  checked: 'La Sua banca deve verificare la Sua identità.',
  not_answered:
    'La Sua banca non ha ancora risposto. Non paghi di nuovo: l’importo non viene mai addebitato due volte.',
  bank_waits: 'La Sua banca attende che Lei confermi il pagamento. Può anche pagare con un’altra carta.',
  paid_heading: 'Grazie',
  paid: 'Il pagamento è andato a buon fine.',
  canceled_heading: 'Questo pagamento è stato annullato',
  canceled: 'Non Le è stato addebitato nulla.',
  expired_heading: 'Questo pagamento è scaduto',
  expired: 'Non Le è stato addebitato nulla. Ricominci da capo.',
  unknown_heading: 'Questo pagamento è sconosciuto',
  unknown: 'Il link è incompleto o non più valido. Torni al negozio e ricominci da capo.',
  elsewhere_heading: 'Prosegua dove ha iniziato',
  elsewhere:
    'Ha iniziato questo pagamento in un altro browser o in un’altra finestra. Torni lì per vedere com’è andato il pagamento.',
  unreachable:
    'Al momento non è possibile leggere il pagamento. L’importo non viene mai addebitato due volte.',
  not_loaded:
    'Non è stato possibile caricare i campi della carta. Non Le è stato addebitato nulla. Ricarichi questa pagina.',
  link_unknown_heading: 'Questo link non è valido',
  link_unknown:
    'È incompleto o è stato ritirato. Non Le è stato addebitato nulla. Ne chieda uno nuovo a chi gliel’ha inviato.',
  link_expired_heading: 'Questo link è scaduto',
  link_expired: 'Non Le è stato addebitato nulla. Ne chieda uno nuovo a chi gliel’ha inviato.',
  link_paid_heading: 'Questo importo è già stato pagato',
  link_paid: 'Non Le è stato addebitato nulla una seconda volta.',
  link_busy: 'Qui ci sono stati troppi tentativi. Non Le è stato addebitato nulla. Riprovi più tardi.',
  link_not_begun: 'Non è stato possibile avviare il pagamento. Non Le è stato addebitato nulla. Riprovi.',
};
