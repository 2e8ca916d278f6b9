/** One name in the spellings for files, exports and types. */
export type Name = {
  readonly snake: string;
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
};

const reserved =
  'await break case catch class const continue debugger default delete do else enum export extends false finally for function if implements import in instanceof interface let new null package private protected public return static super switch this throw true try typeof var void while with yield'.split(
    ' ',
  );

/** Throws unless it is 2 to 40 characters of snake_case and not a reserved word. */
export const nameOf = (snake: string): Name => {
  if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(snake) || snake.length < 2 || snake.length > 40)
    throw new Error(
      `${snake || 'The name'} is not snake_case: 2 to 40 characters of a-z, 0-9 and _, such as checkout_com.`,
    );
  if (reserved.includes(snake)) throw new Error(`${snake} is a word of the language.`);
  const pascal = snake.split('_').map(capitalised).join('');
  return {
    snake,
    kebab: snake.replaceAll('_', '-'),
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    pascal,
  };
};

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
