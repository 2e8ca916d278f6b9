const nobodyDecides = 'no person decides anything there';
const nobodySteals = 'nobody there writes into requests, or steals what a browser got';
const noneFails = 'no capture that follows by itself fails there';

const whoIsNext = 'no rule there says which PSP is asked after a decline';

/** Planted mistakes that cannot show in worlds as small as these, and why. */
export const beyondReach: Readonly<Record<string, string>> = {
  'a fact does not win over what a person decided of a capture': nobodyDecides,
  'a fact does not win over what a person decided of a cancel': nobodyDecides,
  'a fact does not win over how much a person says was captured': nobodyDecides,
  'a capture that a person called failed is not heard': nobodyDecides,
  'a fact does not win over what a person decided of an attempt': nobodyDecides,
  'nobody is told that a decision was wrong': nobodyDecides,
  'an old approval that nobody could check is believed after its capture has failed': noneFails,
  'a slot outside its place': nobodySteals,
  'a token of another session': nobodySteals,
  'a capture that fails before its attempt is known is counted': noneFails,
  'a challenge after any decline': whoIsNext,
};
