export const ruleWords = {
  name: 'The name sessions choose the rule by: a-z, 0-9, `_` and `-`.',
  targets: 'The PSP accounts payments go to, in proportion to their weights.',
  health: 'Whether new sessions are drawn away from a PSP that is sick.',
  overrides: 'Other targets for payments that meet a condition. The first that matches counts.',
};
