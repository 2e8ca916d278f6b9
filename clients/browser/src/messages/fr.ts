import type { Plural } from './plural.ts';

export const language = 'fr';

export const labels = {
  form: 'Carte',
  divide: 'Ou payer par carte',
  saved: 'Vos cartes enregistrées',
  number: 'Numéro de carte',
  network: 'Payer avec',
  expiry: 'Date d’expiration',
  expiry_format: 'MM / AA',
  cvc: 'Code de sécurité',
  name: 'Nom sur la carte',
  country: 'Pays',
  postal_code: 'Code postal',
};

export const titles = {
  card: 'Champs sécurisés de paiement par carte',
  number: 'Champ sécurisé du numéro de carte',
  expiry: 'Champ sécurisé de la date d’expiration',
  cvc: 'Champ sécurisé du code de sécurité',
  name: 'Champ sécurisé du nom sur la carte',
  country: 'Champ sécurisé du pays',
  postal_code: 'Champ sécurisé du code postal',
};

export const digits: Plural = { other: '{count} chiffres' };

export const another: string = 'Une autre carte';

export const waiting: string = 'Votre banque met plus de temps que d’habitude. Veuillez patienter.';

export const mistakes = {
  number: {
    missing: 'Veuillez saisir votre numéro de carte.',
    incomplete: 'Votre numéro de carte est incomplet.',
    invalid: 'Votre numéro de carte n’est pas valide.',
  },
  expiry: {
    missing: 'Veuillez saisir la date d’expiration de votre carte.',
    incomplete: 'La date d’expiration de votre carte est incomplète.',
    invalid: 'La date d’expiration de votre carte n’est pas valide.',
    expired: 'Votre carte a expiré, ou sa date est trop éloignée.',
  },
  cvc: {
    missing: 'Veuillez saisir votre code de sécurité.',
    incomplete: 'Votre code de sécurité est incomplet.',
    invalid: 'Votre code de sécurité n’est pas valide.',
  },
  name: {
    missing: 'Veuillez saisir le nom figurant sur votre carte.',
    invalid: 'Le nom figurant sur votre carte n’est pas valide.',
  },
  country: { missing: 'Veuillez choisir votre pays.' },
  postal_code: { missing: 'Veuillez saisir votre code postal.' },
};

const notNow =
  'Ce paiement est impossible pour le moment. Aucun montant n’a été débité. Veuillez réessayer dans quelques minutes.';

export const refusals = {
  psp_unavailable: notNow,
  vault_unavailable: notNow,
  vault_refused: 'Veuillez saisir à nouveau votre carte. Aucun montant n’a été débité.',
  session_expired: 'Ce paiement a expiré. Aucun montant n’a été débité. Veuillez recommencer.',
  too_many_attempts:
    'Il y a eu trop de tentatives. Aucun montant n’a été débité. Veuillez réessayer plus tard ou contacter la boutique.',
  too_many_requests:
    'La boutique est très sollicitée. Aucun montant n’a été débité. Veuillez réessayer dans une minute.',
  payment_in_progress:
    'Votre banque attend toujours que vous confirmiez votre première tentative. Veuillez poursuivre auprès d’elle.',
  order_already_paid: 'Cette commande a déjà été payée. Aucun montant n’a été débité une seconde fois.',
  order_in_progress: 'Cette commande est en cours de paiement ailleurs. Aucun montant n’a été débité ici.',
  other: 'Le paiement n’a pas abouti. Aucun montant n’a été débité. Veuillez réessayer.',
};

export const declines = {
  not_sent: 'Le prestataire de paiement est injoignable. Aucun montant n’a été débité. Veuillez réessayer.',
  psp_unavailable:
    'Le prestataire de paiement est indisponible. Aucun montant n’a été débité. Veuillez réessayer.',
  rate_limited:
    'Le prestataire de paiement est très sollicité. Aucun montant n’a été débité. Veuillez réessayer.',
  processor_error: 'Le paiement n’a pas pu être traité. Aucun montant n’a été débité. Veuillez réessayer.',
  issuer_unavailable:
    'Votre banque est injoignable. Aucun montant n’a été débité. Veuillez réessayer plus tard.',
  not_supported:
    'Cette carte ne permet pas ce paiement. Aucun montant n’a été débité. Veuillez utiliser une autre carte.',
  do_not_honor:
    'Votre banque a refusé le paiement. Veuillez utiliser une autre carte ou contacter votre banque.',
  insufficient_funds: 'Les fonds disponibles sont insuffisants. Veuillez utiliser une autre carte.',
  limit_exceeded: 'Le paiement dépasse le plafond de la carte. Veuillez utiliser une autre carte.',
  incorrect_card_data:
    'Les données de la carte sont incorrectes. Veuillez vérifier le numéro, la date d’expiration et le code de sécurité.',
  authentication_required: 'Votre banque doit vérifier votre identité. Veuillez réessayer.',
  authentication_failed:
    'Votre banque n’a pas pu vérifier votre identité. Veuillez réessayer ou utiliser une autre carte.',
  card_lost_or_stolen: 'Votre banque a refusé le paiement. Veuillez utiliser une autre carte.',
  card_closed: 'La carte n’est plus valide. Veuillez utiliser une autre carte.',
  fraud_suspected: 'Le paiement a été refusé. Veuillez utiliser une autre carte.',
  stop_payment:
    'Les paiements de ce type sont bloqués auprès de votre banque. Veuillez utiliser une autre carte.',
  invalid_request:
    'Le paiement n’a pas pu être traité. Aucun montant n’a été débité. Veuillez contacter la boutique.',
  unmapped: 'Le paiement a été refusé. Veuillez utiliser une autre carte ou contacter votre banque.',
};

export const challenge = {
  title: 'Confirmez ce paiement auprès de votre banque',
  full_page: 'Ouvrir en pleine page',
  back: 'Retour',
};

export const pageLabels = {
  test: 'Mode test\u00a0: aucun débit réel.',
  moment: 'Un instant, s’il vous plaît.',
  bank: 'Poursuivre auprès de votre banque',
  again: 'Réessayer',
  script: 'Cette page nécessite JavaScript.',
};

export const page = {
  pay: 'Payer {amount}',
  pay_again: 'Payer à nouveau',
  pay_merchant: 'Paiement à {merchant}',
  payment: 'Paiement',
  cancel: 'Annuler',
  go_on: 'Continuer vers {merchant}',
  back: 'Retour à {merchant}',
  being_made: 'Votre paiement est en cours. Veuillez patienter.',
  checked: 'Votre banque doit vérifier votre identité.',
  not_answered:
    'Votre banque n’a pas encore répondu. Veuillez ne pas payer à nouveau\u00a0: aucun montant n’est débité deux fois.',
  bank_waits:
    'Votre banque attend que vous confirmiez ce paiement. Vous pouvez aussi payer avec une autre carte.',
  paid_heading: 'Merci',
  paid: 'Votre paiement a été effectué.',
  canceled_heading: 'Ce paiement a été annulé',
  canceled: 'Aucun montant n’a été débité.',
  expired_heading: 'Ce paiement a expiré',
  expired: 'Aucun montant n’a été débité. Veuillez recommencer.',
  unknown_heading: 'Ce paiement est inconnu',
  unknown: 'Le lien est incomplet ou périmé. Veuillez retourner à la boutique et recommencer.',
  elsewhere_heading: 'Poursuivez là où vous avez commencé',
  elsewhere:
    'Vous avez commencé ce paiement dans un autre navigateur ou une autre fenêtre. Veuillez y retourner pour connaître le résultat.',
  unreachable: 'Le paiement ne peut pas être consulté pour le moment. Aucun montant n’est débité deux fois.',
  not_loaded:
    'Les champs de carte n’ont pas pu être chargés. Aucun montant n’a été débité. Veuillez recharger cette page.',
  link_unknown_heading: 'Ce lien n’est pas valable',
  link_unknown:
    'Il est incomplet ou a été retiré. Aucun montant n’a été débité. Veuillez en demander un nouveau à la personne qui vous l’a envoyé.',
  link_expired_heading: 'Ce lien a expiré',
  link_expired:
    'Aucun montant n’a été débité. Veuillez en demander un nouveau à la personne qui vous l’a envoyé.',
  link_paid_heading: 'Ce paiement a déjà été effectué',
  link_paid: 'Aucun montant n’a été débité une seconde fois.',
  link_busy: 'Il y a eu trop de tentatives ici. Aucun montant n’a été débité. Veuillez réessayer plus tard.',
  link_not_begun: 'Le paiement n’a pas pu commencer. Aucun montant n’a été débité. Veuillez réessayer.',
};
