/** Ends a command that was told what it does not understand. */
export const refuse = (why: string): never => {
  console.error(why);
  process.exit(2);
};
