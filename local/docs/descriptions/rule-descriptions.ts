export const ruleDescriptions = {
  name: 'The name by which sessions choose the rule: a-z, 0-9, `_` and `-`.',
  targets: 'The PSP accounts that get payments, in proportion to their weights.',
  health: 'Whether new sessions are steered away from a sick PSP.',
  wallets:
    'Where Apple Pay and Google Pay may pay: at `any` of the PSPs that takes them and has a weight, drawn apart from the cards, or only if the `first` of the plan does. Default `any`.',
  overrides: 'Other targets for payments that meet a condition. The first match counts.',
};
