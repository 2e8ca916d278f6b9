import type { Plural } from './plural.ts';

export const language = 'nl';

export const labels = {
  form: 'Kaart',
  divide: 'Of betalen met kaart',
  saved: 'Uw opgeslagen kaarten',
  number: 'Kaartnummer',
  network: 'Betalen met',
  expiry: 'Vervaldatum',
  expiry_format: 'MM / JJ',
  cvc: 'Beveiligingscode',
  name: 'Naam op de kaart',
  country: 'Land',
  postal_code: 'Postcode',
};

export const titles = {
  card: 'Beveiligde velden voor kaartbetaling',
  number: 'Beveiligd veld voor het kaartnummer',
  expiry: 'Beveiligd veld voor de vervaldatum',
  cvc: 'Beveiligd veld voor de beveiligingscode',
  name: 'Beveiligd veld voor de naam op de kaart',
  country: 'Beveiligd veld voor het land',
  postal_code: 'Beveiligd veld voor de postcode',
};

export const digits: Plural = { other: '{count} cijfers' };

export const another: string = 'Een andere kaart';

export const waiting: string = 'Uw bank doet er langer over dan normaal. Even geduld alstublieft.';

export const mistakes = {
  number: {
    missing: 'Vul uw kaartnummer in.',
    incomplete: 'Uw kaartnummer is onvolledig.',
    invalid: 'Uw kaartnummer is ongeldig.',
  },
  expiry: {
    missing: 'Vul de vervaldatum van uw kaart in.',
    incomplete: 'De vervaldatum van uw kaart is onvolledig.',
    invalid: 'De vervaldatum van uw kaart is ongeldig.',
    expired: 'Uw kaart is verlopen of de datum ligt te ver in de toekomst.',
  },
  cvc: {
    missing: 'Vul uw beveiligingscode in.',
    incomplete: 'Uw beveiligingscode is onvolledig.',
    invalid: 'Uw beveiligingscode is ongeldig.',
  },
  name: {
    missing: 'Vul de naam op uw kaart in.',
    invalid: 'De naam op uw kaart is ongeldig.',
  },
  country: { missing: 'Kies uw land.' },
  postal_code: { missing: 'Vul uw postcode in.' },
};

const notNow =
  'Deze betaling is op dit moment niet mogelijk. Er is niets afgeschreven. Probeer het over een paar minuten opnieuw.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Vul uw kaartgegevens opnieuw in. Er is niets afgeschreven.',
  session_expired: 'Deze betaling is verlopen. Er is niets afgeschreven. Begin opnieuw.',
  too_many_attempts:
    'Er zijn te veel pogingen gedaan. Er is niets afgeschreven. Probeer het later opnieuw of neem contact op met de winkel.',
  too_many_requests: 'De winkel is erg druk. Er is niets afgeschreven. Probeer het over een minuut opnieuw.',
  payment_in_progress: 'Uw bank wacht nog tot u uw eerste poging bevestigt. Ga daar verder.',
  order_already_paid: 'Deze bestelling is al betaald. Er is niet nog een keer afgeschreven.',
  order_in_progress: 'Deze bestelling wordt elders betaald. Hier is niets afgeschreven.',
  other: 'De betaling is niet gelukt. Er is niets afgeschreven. Probeer het opnieuw.',
};

export const declines = {
  not_sent: 'De betaaldienst is niet bereikbaar. Er is niets afgeschreven. Probeer het opnieuw.',
  psp_unavailable: 'De betaaldienst is niet beschikbaar. Er is niets afgeschreven. Probeer het opnieuw.',
  rate_limited: 'De betaaldienst is overbelast. Er is niets afgeschreven. Probeer het opnieuw.',
  processor_error: 'De betaling kon niet worden verwerkt. Er is niets afgeschreven. Probeer het opnieuw.',
  issuer_unavailable: 'Uw bank is niet bereikbaar. Er is niets afgeschreven. Probeer het later opnieuw.',
  not_supported:
    'Met deze kaart is deze betaling niet mogelijk. Er is niets afgeschreven. Gebruik een andere kaart.',
  do_not_honor:
    'Uw bank heeft de betaling geweigerd. Gebruik een andere kaart of neem contact op met uw bank.',
  insufficient_funds: 'Het saldo van de kaart is ontoereikend. Gebruik een andere kaart.',
  limit_exceeded: 'De betaling overschrijdt de limiet van de kaart. Gebruik een andere kaart.',
  incorrect_card_data:
    'De kaartgegevens kloppen niet. Controleer het kaartnummer, de vervaldatum en de beveiligingscode.',
  authentication_required: 'Uw bank moet uw identiteit controleren. Probeer het opnieuw.',
  authentication_failed:
    'Uw bank kon uw identiteit niet controleren. Probeer het opnieuw of gebruik een andere kaart.',
  card_lost_or_stolen: 'Uw bank heeft de betaling geweigerd. Gebruik een andere kaart.',
  card_closed: 'De kaart is niet meer geldig. Gebruik een andere kaart.',
  fraud_suspected: 'De betaling is geweigerd. Gebruik een andere kaart.',
  stop_payment: 'Dit soort betalingen is bij uw bank geblokkeerd. Gebruik een andere kaart.',
  invalid_request:
    'De betaling kon niet worden verwerkt. Er is niets afgeschreven. Neem contact op met de winkel.',
  unmapped: 'De betaling is geweigerd. Gebruik een andere kaart of neem contact op met uw bank.',
};

export const challenge = {
  title: 'Bevestig deze betaling bij uw bank',
  full_page: 'Openen op een hele pagina',
  back: 'Terug',
};

export const pageLabels = {
  test: 'Testmodus: er wordt geen geld overgemaakt.',
  moment: 'Een ogenblik geduld.',
  bank: 'Verder bij uw bank',
  again: 'Opnieuw proberen',
  script: 'Deze pagina heeft JavaScript nodig.',
};

export const page = {
  pay: '{amount} betalen',
  pay_again: 'Opnieuw betalen',
  pay_merchant: 'Betaling aan {merchant}',
  payment: 'Betaling',
  cancel: 'Annuleren',
  go_on: 'Verder naar {merchant}',
  back: 'Terug naar {merchant}',
  being_made: 'Uw betaling wordt uitgevoerd. Even geduld alstublieft.',
  checked: 'Uw bank moet uw identiteit controleren.',
  not_answered:
    'Uw bank heeft nog niet geantwoord. Betaal niet opnieuw: er wordt nooit twee keer afgeschreven.',
  bank_waits: 'Uw bank wacht tot u deze betaling bevestigt. U kunt ook met een andere kaart betalen.',
  paid_heading: 'Hartelijk dank',
  paid: 'Uw betaling is gelukt.',
  canceled_heading: 'Deze betaling is geannuleerd',
  canceled: 'Er is niets afgeschreven.',
  expired_heading: 'Deze betaling is verlopen',
  expired: 'Er is niets afgeschreven. Begin opnieuw.',
  unknown_heading: 'Deze betaling is onbekend',
  unknown: 'De link is onvolledig of verouderd. Ga terug naar de winkel en begin opnieuw.',
  elsewhere_heading: 'Ga verder waar u begon',
  elsewhere:
    'U bent deze betaling in een andere browser of een ander venster begonnen. Ga daarheen terug: daar ziet u hoe uw betaling is verlopen.',
  unreachable: 'De betaling kan op dit moment niet worden opgevraagd. Er wordt nooit twee keer afgeschreven.',
  not_loaded:
    'De kaartvelden konden niet worden geladen. Er is niets afgeschreven. Laad deze pagina opnieuw.',
  link_unknown_heading: 'Deze link is niet geldig',
  link_unknown:
    'De link is onvolledig of ingetrokken. Er is niets afgeschreven. Vraag de afzender om een nieuwe.',
  link_expired_heading: 'Deze link is verlopen',
  link_expired: 'Er is niets afgeschreven. Vraag de afzender om een nieuwe.',
  link_paid_heading: 'Dit is al betaald',
  link_paid: 'Er is niet nog een keer afgeschreven.',
  link_busy: 'Hier zijn te veel pogingen gedaan. Er is niets afgeschreven. Probeer het later opnieuw.',
  link_not_begun: 'De betaling kon niet worden gestart. Er is niets afgeschreven. Probeer het opnieuw.',
};
