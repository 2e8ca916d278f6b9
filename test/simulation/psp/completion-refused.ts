/** The code of a PSP's definite no to a completion. Nobody but this service completes there, so its attempt is over although the PSP still has it open. */
export const completionRefused = 'completion_refused';
