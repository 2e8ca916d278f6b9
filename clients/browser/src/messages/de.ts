import type { Plural } from './plural.ts';

export const language = 'de';

export const labels = {
  form: 'Karte',
  divide: 'Oder mit Karte zahlen',
  saved: 'Ihre gespeicherten Karten',
  number: 'Kartennummer',
  network: 'Bezahlen mit',
  expiry: 'Gültig bis',
  expiry_format: 'MM / JJ',
  cvc: 'Prüfnummer',
  name: 'Name auf der Karte',
  country: 'Land',
  postal_code: 'Postleitzahl',
};

export const titles = {
  card: 'Sichere Felder für die Kartenzahlung',
  number: 'Sicheres Feld für die Kartennummer',
  expiry: 'Sicheres Feld für das Ablaufdatum',
  cvc: 'Sicheres Feld für die Prüfnummer',
  name: 'Sicheres Feld für den Namen auf der Karte',
  country: 'Sicheres Feld für das Land',
  postal_code: 'Sicheres Feld für die Postleitzahl',
};

export const digits: Plural = { other: '{count} Ziffern' };

export const another: string = 'Eine andere Karte';

export const waiting: string = 'Ihre Bank braucht länger als sonst. Bitte warten Sie.';

export const mistakes = {
  number: {
    missing: 'Bitte geben Sie Ihre Kartennummer ein.',
    incomplete: 'Ihre Kartennummer ist unvollständig.',
    invalid: 'Ihre Kartennummer ist ungültig.',
  },
  expiry: {
    missing: 'Bitte geben Sie das Ablaufdatum Ihrer Karte ein.',
    incomplete: 'Das Ablaufdatum Ihrer Karte ist unvollständig.',
    invalid: 'Das Ablaufdatum Ihrer Karte ist ungültig.',
    expired: 'Ihre Karte ist abgelaufen, oder das Datum liegt zu weit in der Zukunft.',
  },
  cvc: {
    missing: 'Bitte geben Sie Ihre Prüfnummer ein.',
    incomplete: 'Ihre Prüfnummer ist unvollständig.',
    invalid: 'Ihre Prüfnummer ist ungültig.',
  },
  name: {
    missing: 'Bitte geben Sie den Namen auf Ihrer Karte ein.',
    invalid: 'Der Name auf Ihrer Karte ist ungültig.',
  },
  country: { missing: 'Bitte wählen Sie Ihr Land.' },
  postal_code: { missing: 'Bitte geben Sie Ihre Postleitzahl ein.' },
};

const notNow =
  'Diese Zahlung ist im Moment nicht möglich. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es in einigen Minuten erneut.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Bitte geben Sie Ihre Karte noch einmal ein. Ihre Karte wurde nicht belastet.',
  session_expired:
    'Dieser Bezahlvorgang ist abgelaufen. Ihre Karte wurde nicht belastet. Bitte beginnen Sie von vorn.',
  too_many_attempts:
    'Es gab zu viele Versuche. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es später erneut, oder wenden Sie sich an den Shop.',
  too_many_requests:
    'Der Shop ist gerade stark ausgelastet. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es in einer Minute erneut.',
  payment_in_progress:
    'Ihre Bank wartet noch auf die Bestätigung Ihres ersten Versuchs. Bitte machen Sie dort weiter.',
  order_already_paid: 'Diese Bestellung ist bereits bezahlt. Ihre Karte wurde nicht noch einmal belastet.',
  order_in_progress:
    'Diese Bestellung wird gerade an anderer Stelle bezahlt. Ihre Karte wurde hier nicht belastet.',
  other:
    'Die Zahlung ist nicht zustande gekommen. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es erneut.',
};

export const declines = {
  not_sent:
    'Der Zahlungsdienst ist nicht erreichbar. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es erneut.',
  psp_unavailable:
    'Der Zahlungsdienst ist nicht verfügbar. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es erneut.',
  rate_limited:
    'Der Zahlungsdienst ist ausgelastet. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es erneut.',
  processor_error:
    'Die Zahlung konnte nicht verarbeitet werden. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es erneut.',
  issuer_unavailable:
    'Ihre Bank ist nicht erreichbar. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es später erneut.',
  not_supported:
    'Diese Zahlung ist mit dieser Karte nicht möglich. Ihre Karte wurde nicht belastet. Bitte verwenden Sie eine andere Karte.',
  do_not_honor:
    'Ihre Bank hat die Zahlung abgelehnt. Bitte verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.',
  insufficient_funds: 'Die Karte ist nicht ausreichend gedeckt. Bitte verwenden Sie eine andere Karte.',
  limit_exceeded: 'Die Zahlung übersteigt das Limit der Karte. Bitte verwenden Sie eine andere Karte.',
  incorrect_card_data:
    'Die Kartendaten stimmen nicht. Bitte prüfen Sie Kartennummer, Ablaufdatum und Prüfnummer.',
  authentication_required:
    'Ihre Bank muss prüfen, dass die Zahlung von Ihnen kommt. Bitte versuchen Sie es erneut.',
  authentication_failed:
    'Ihre Bank konnte nicht prüfen, dass die Zahlung von Ihnen kommt. Bitte versuchen Sie es erneut oder verwenden Sie eine andere Karte.',
  card_lost_or_stolen: 'Ihre Bank hat die Zahlung abgelehnt. Bitte verwenden Sie eine andere Karte.',
  card_closed: 'Die Karte ist nicht mehr gültig. Bitte verwenden Sie eine andere Karte.',
  fraud_suspected: 'Die Zahlung wurde abgelehnt. Bitte verwenden Sie eine andere Karte.',
  stop_payment: 'Solche Zahlungen sind bei Ihrer Bank gesperrt. Bitte verwenden Sie eine andere Karte.',
  invalid_request:
    'Die Zahlung konnte nicht verarbeitet werden. Ihre Karte wurde nicht belastet. Bitte wenden Sie sich an den Shop.',
  unmapped:
    'Die Zahlung wurde abgelehnt. Bitte verwenden Sie eine andere Karte oder wenden Sie sich an Ihre Bank.',
};

export const challenge = {
  title: 'Zahlung bei Ihrer Bank bestätigen',
  full_page: 'Auf ganzer Seite öffnen',
  back: 'Zurück',
};

export const pageLabels = {
  test: 'Testmodus: Es fließt kein Geld.',
  moment: 'Einen Moment, bitte.',
  bank: 'Weiter bei Ihrer Bank',
  again: 'Erneut versuchen',
  script: 'Diese Seite benötigt JavaScript.',
};

export const page = {
  pay: '{amount} bezahlen',
  pay_again: 'Noch einmal bezahlen',
  pay_merchant: 'Zahlung an {merchant}',
  payment: 'Zahlung',
  cancel: 'Abbrechen',
  go_on: 'Weiter zu {merchant}',
  back: 'Zurück zu {merchant}',
  being_made: 'Ihre Zahlung wird ausgeführt. Bitte warten Sie.',
  checked: 'Ihre Bank muss prüfen, dass die Zahlung von Ihnen kommt.',
  not_answered:
    'Ihre Bank hat noch nicht geantwortet. Bitte bezahlen Sie nicht noch einmal: Ihre Karte wird nie doppelt belastet.',
  bank_waits:
    'Ihre Bank wartet darauf, dass Sie diese Zahlung bestätigen. Sie können auch mit einer anderen Karte bezahlen.',
  paid_heading: 'Vielen Dank',
  paid: 'Ihre Zahlung war erfolgreich.',
  canceled_heading: 'Diese Zahlung wurde storniert',
  canceled: 'Ihre Karte wurde nicht belastet.',
  expired_heading: 'Diese Zahlung ist abgelaufen',
  expired: 'Ihre Karte wurde nicht belastet. Bitte beginnen Sie von vorn.',
  unknown_heading: 'Diese Zahlung ist unbekannt',
  unknown:
    'Der Link ist unvollständig oder veraltet. Bitte gehen Sie zurück zum Shop und beginnen Sie von vorn.',
  elsewhere_heading: 'Weiter, wo Sie begonnen haben',
  elsewhere:
    'Sie haben diese Zahlung in einem anderen Browser oder Fenster begonnen. Bitte kehren Sie dorthin zurück: Dort sehen Sie, was aus Ihrer Zahlung geworden ist.',
  unreachable: 'Die Zahlung kann im Moment nicht abgerufen werden. Ihre Karte wird nie doppelt belastet.',
  not_loaded:
    'Die Kartenfelder konnten nicht geladen werden. Ihre Karte wurde nicht belastet. Bitte laden Sie diese Seite neu.',
  link_unknown_heading: 'Dieser Link ist nicht gültig',
  link_unknown:
    'Er ist unvollständig oder wurde zurückgezogen. Ihre Karte wurde nicht belastet. Bitte fragen Sie dort, woher Sie ihn haben, nach einem neuen.',
  link_expired_heading: 'Dieser Link ist abgelaufen',
  link_expired:
    'Ihre Karte wurde nicht belastet. Bitte fragen Sie dort, woher Sie ihn haben, nach einem neuen.',
  link_paid_heading: 'Dies ist bereits bezahlt',
  link_paid: 'Ihre Karte wurde nicht noch einmal belastet.',
  link_busy:
    'Hier gab es zu viele Versuche. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es später noch einmal.',
  link_not_begun:
    'Die Zahlung konnte nicht begonnen werden. Ihre Karte wurde nicht belastet. Bitte versuchen Sie es noch einmal.',
};
