/** Ends a command that cannot be understood. */
export const refuse = (why: string): never => {
  console.error(why);
  process.exit(2);
};
