const nobodyDecides = 'no person decides anything there';
const nobodySteals = 'nobody there writes into requests, or steals what a browser got';
const noneFails = 'no capture that follows by itself fails there';

const whoIsNext = 'no rule there says which PSP is asked after a decline';
const routesAreGiven = 'sessions begin there with their route, and nobody judges the health of a PSP';
const asAsked = 'every PSP there takes the amount that it was asked for';
const nobodyDisputes = 'nobody disputes anything there';
const nothingIsDeleted = 'no record is old enough there to be deleted';
const onlyOneFault = 'it takes two faults, and one is all that happens there';
const nobodyListens = 'nobody there reads the stream of records';

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
  'another amount than asked counts as paid': asAsked,
  'what was asked for counts as captured, not what the PSP says': asAsked,
  'a call is started that cannot be settled': 'nothing there asks how much time a function has left',
  'a draw that names PSPs that could not be drawn': routesAreGiven,
  'a sick PSP loses more than the rule allows': routesAreGiven,
  'all PSPs are sick, and some are avoided': routesAreGiven,
  'a wrong card counts against its PSP': routesAreGiven,
  'a later attempt counts for the health of its PSP': routesAreGiven,
  'arms that flap between the steps of a rollout': routesAreGiven,
  'a rollout that grows takes sessions away from the candidate': routesAreGiven,
  'a session is planned by the other version than its arm says': routesAreGiven,
  'a later attempt counts for a rollout': routesAreGiven,
  'a refund goes over a dispute': nobodyDisputes,
  'a dispute that was lost counts as open': nobodyDisputes,
  'a dispute that was won does not give back': nobodyDisputes,
  'news of a dispute that has ended opens it again': nobodyDisputes,
  'what a person decided stands against every fact': nobodyDecides,
  'what a person decided of a refund ends nothing': nobodyDecides,
  'what concerns a session that has gone is dropped': nothingIsDeleted,
  'an event about a session that has gone is answered as unknown': nothingIsDeleted,
  'clocks are taken to agree': 'all clocks there show the same',
  'a webhook is believed without asking the PSP': 'every event there tells what is so',
  'a capture reported failed is not heard': 'what is captured there stays captured',
  'a failure that names no capture un-pays the charge':
    'every PSP there whose events name no capture can be asked',
  'a lost capture outlives the hold it was for':
    'every PSP there that shows a hold gone also refuses the capture when it is sent again',
  'a hold that was gone before the answer came is forgotten': 'no hold there is gone before its answer comes',
  'an attempt is ended while its customer completes it':
    'when a session is over there, its customer has come back',
  'recovery does not claim what it looks at': onlyOneFault,
  'a reversal is sent again and again': onlyOneFault,
  'a cancel by reference that was only sent counts': onlyOneFault,
  'a cancel by reference that failed counts': onlyOneFault,
  'an approval from before the cancel by reference is believed': onlyOneFault,
  'a payment is told before it is committed': nobodyListens,
  'what comes again is told under another id': nobodyListens,
  'a record that the store deletes is told as expired': nobodyListens,
  'a record that the store did not take is passed over': nobodyListens,
  'a batch of which the store took a part is taken': nobodyListens,
  'a window counts its first record only': nobodyListens,
};
