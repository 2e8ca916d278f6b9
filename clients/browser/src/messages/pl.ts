import type { Plural } from './plural.ts';

export const language = 'pl';

export const labels = {
  form: 'Karta',
  divide: 'Lub zapłacić kartą',
  saved: 'Zapisane karty',
  number: 'Numer karty',
  network: 'Sieć karty',
  expiry: 'Data ważności',
  expiry_format: 'MM / RR',
  cvc: 'Kod zabezpieczający',
  name: 'Imię i nazwisko na karcie',
  country: 'Kraj',
  postal_code: 'Kod pocztowy',
};

export const titles = {
  card: 'Bezpieczne pola płatności kartą',
  number: 'Bezpieczne pole numeru karty',
  expiry: 'Bezpieczne pole daty ważności',
  cvc: 'Bezpieczne pole kodu zabezpieczającego',
  name: 'Bezpieczne pole imienia i nazwiska na karcie',
  country: 'Bezpieczne pole kraju',
  postal_code: 'Bezpieczne pole kodu pocztowego',
};

export const digits: Plural = { few: '{count} cyfry' };

export const another: string = 'Inna karta';

export const waiting: string = 'Odpowiedź banku trwa dłużej niż zwykle. Prosimy czekać.';

export const mistakes = {
  number: {
    missing: 'Prosimy podać numer karty.',
    incomplete: 'Numer karty jest niepełny.',
    invalid: 'Numer karty jest nieprawidłowy.',
  },
  expiry: {
    missing: 'Prosimy podać datę ważności karty.',
    incomplete: 'Data ważności karty jest niepełna.',
    invalid: 'Data ważności karty jest nieprawidłowa.',
    expired: 'Karta straciła ważność albo data jest zbyt odległa.',
  },
  cvc: {
    missing: 'Prosimy podać kod zabezpieczający.',
    incomplete: 'Kod zabezpieczający jest niepełny.',
    invalid: 'Kod zabezpieczający jest nieprawidłowy.',
  },
  name: {
    missing: 'Prosimy podać imię i nazwisko z karty.',
    invalid: 'Imię i nazwisko na karcie są nieprawidłowe.',
  },
  country: { missing: 'Prosimy wybrać kraj.' },
  postal_code: { missing: 'Prosimy podać kod pocztowy.' },
};

const notNow =
  'Ta płatność nie jest teraz możliwa. Karta nie została obciążona. Prosimy spróbować ponownie za kilka minut.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Prosimy ponownie podać dane karty. Karta nie została obciążona.',
  session_expired: 'Ta płatność wygasła. Karta nie została obciążona. Prosimy zacząć od nowa.',
  too_many_attempts:
    'Było zbyt wiele prób. Karta nie została obciążona. Prosimy spróbować ponownie później lub skontaktować się ze sklepem.',
  too_many_requests:
    'Sklep jest bardzo obciążony. Karta nie została obciążona. Prosimy spróbować ponownie za minutę.',
  payment_in_progress:
    'Bank nadal czeka na potwierdzenie pierwszej próby. Prosimy kontynuować na stronie banku.',
  order_already_paid: 'To zamówienie jest już opłacone. Karta nie została obciążona ponownie.',
  order_in_progress: 'To zamówienie jest opłacane w innym miejscu. Tutaj karta nie została obciążona.',
  other: 'Płatność nie powiodła się. Karta nie została obciążona. Prosimy spróbować ponownie.',
};

export const declines = {
  not_sent:
    'Nie udało się połączyć z operatorem płatności. Karta nie została obciążona. Prosimy spróbować ponownie.',
  psp_unavailable:
    'Operator płatności jest niedostępny. Karta nie została obciążona. Prosimy spróbować ponownie.',
  rate_limited:
    'Operator płatności jest przeciążony. Karta nie została obciążona. Prosimy spróbować ponownie.',
  processor_error:
    'Nie udało się przetworzyć płatności. Karta nie została obciążona. Prosimy spróbować ponownie.',
  issuer_unavailable:
    'Nie udało się połączyć z bankiem. Karta nie została obciążona. Prosimy spróbować ponownie później.',
  not_supported:
    'Tą kartą nie można dokonać tej płatności. Karta nie została obciążona. Prosimy użyć innej karty.',
  do_not_honor: 'Bank odrzucił płatność. Prosimy użyć innej karty lub skontaktować się z bankiem.',
  insufficient_funds: 'Na karcie nie ma wystarczających środków. Prosimy użyć innej karty.',
  limit_exceeded: 'Płatność przekracza limit karty. Prosimy użyć innej karty.',
  incorrect_card_data:
    'Dane karty są nieprawidłowe. Prosimy sprawdzić numer, datę ważności i kod zabezpieczający.',
  authentication_required: 'Bank musi potwierdzić tożsamość płatnika. Prosimy spróbować ponownie.',
  authentication_failed:
    'Bank nie mógł potwierdzić tożsamości płatnika. Prosimy spróbować ponownie lub użyć innej karty.',
  card_lost_or_stolen: 'Bank odrzucił płatność. Prosimy użyć innej karty.',
  card_closed: 'Karta nie jest już ważna. Prosimy użyć innej karty.',
  fraud_suspected: 'Płatność została odrzucona. Prosimy użyć innej karty.',
  stop_payment: 'Płatności tego rodzaju zostały zablokowane w banku. Prosimy użyć innej karty.',
  invalid_request:
    'Nie udało się przetworzyć płatności. Karta nie została obciążona. Prosimy skontaktować się ze sklepem.',
  unmapped: 'Płatność została odrzucona. Prosimy użyć innej karty lub skontaktować się z bankiem.',
};

export const challenge = {
  title: 'Potwierdź tę płatność w swoim banku',
  full_page: 'Otwórz na całej stronie',
  back: 'Wróć',
};

export const pageLabels = {
  test: 'Tryb testowy: żadne środki nie są pobierane.',
  moment: 'Prosimy chwilę zaczekać.',
  bank: 'Kontynuuj na stronie banku',
  again: 'Spróbuj ponownie',
  script: 'Ta strona wymaga JavaScriptu.',
};

export const page = {
  pay: 'Zapłać {amount}',
  pay_again: 'Zapłać ponownie',
  pay_merchant: 'Płatność na rzecz: {merchant}',
  payment: 'Płatność',
  cancel: 'Anuluj',
  go_on: 'Przejdź na stronę {merchant}',
  back: 'Wróć na stronę {merchant}',
  being_made: 'Płatność jest w toku. Prosimy czekać.',
  checked: 'Bank musi potwierdzić tożsamość płatnika.',
  not_answered:
    'Bank jeszcze nie odpowiedział. Prosimy nie płacić ponownie: karta nigdy nie zostanie obciążona dwa razy.',
  bank_waits: 'Bank czeka na potwierdzenie tej płatności. Można też zapłacić inną kartą.',
  paid_heading: 'Dziękujemy',
  paid: 'Płatność została zrealizowana.',
  canceled_heading: 'Ta płatność została anulowana',
  canceled: 'Karta nie została obciążona.',
  expired_heading: 'Ta płatność wygasła',
  expired: 'Karta nie została obciążona. Prosimy zacząć od nowa.',
  unknown_heading: 'Nie ma takiej płatności',
  unknown: 'Link jest niepełny lub nieaktualny. Prosimy wrócić do sklepu i zacząć od nowa.',
  elsewhere_heading: 'Płatność rozpoczęto gdzie indziej',
  elsewhere:
    'Tę płatność rozpoczęto w innej przeglądarce lub w innym oknie. Prosimy tam wrócić: tam widać wynik płatności.',
  unreachable: 'Nie można teraz sprawdzić płatności. Karta nigdy nie zostanie obciążona dwa razy.',
  not_loaded: 'Nie udało się wczytać pól karty. Karta nie została obciążona. Prosimy odświeżyć stronę.',
  link_unknown_heading: 'Ten link jest nieprawidłowy',
  link_unknown:
    'Link jest niepełny lub został wycofany. Karta nie została obciążona. Prosimy poprosić nadawcę o nowy.',
  link_expired_heading: 'Ten link wygasł',
  link_expired: 'Karta nie została obciążona. Prosimy poprosić nadawcę o nowy.',
  link_paid_heading: 'Ta płatność została już opłacona',
  link_paid: 'Karta nie została obciążona ponownie.',
  link_busy: 'Było tu zbyt wiele prób. Karta nie została obciążona. Prosimy spróbować ponownie później.',
  link_not_begun:
    'Nie udało się rozpocząć płatności. Karta nie została obciążona. Prosimy spróbować ponownie.',
};
