import { stripTypeScriptTypes } from 'node:module';

/** Jest's transformer: TypeScript is run as Node runs it everywhere else here, with the types blanked out and every column where it was. */
export default { process: (source) => ({ code: stripTypeScriptTypes(source) }) };
