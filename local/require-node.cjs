// Loaded before a script (`node -r`). CommonJS in old syntax, so that any Node can say that it is too old.
var version = process.versions.node.split('.').map(Number);
if (version[0] < 24 || (version[0] === 24 && version[1] < 2)) {
  console.error(
    'This needs Node 24.2 or newer, but runs on ' +
      process.versions.node +
      '. `npm ci` installs Node 24 for Linux, Windows (x64) and macOS (x64), unless optional dependencies are omitted. Elsewhere, install it yourself.',
  );
  process.exit(1);
}
// The processes that a service or a test starts by the dozen all compile the same files: once is enough.
process.env.NODE_COMPILE_CACHE =
  process.env.NODE_COMPILE_CACHE || require('node:path').join(__dirname, '../node_modules/.cache/compile');
