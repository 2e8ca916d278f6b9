// Runs after `npm ci`, on whatever Node npm uses.
const fs = require('node:fs');
const path = require('node:path');

const modules = path.join(__dirname, '../../node_modules');
const installed = (fs.existsSync(modules) ? fs.readdirSync(modules) : []).find((name) =>
  /^node-(linux|darwin|win)-/.test(name),
);

/** The scripts' own Node: npm 10 removes its link along with those of the other platforms. */
const link = (name) => {
  const windows = process.platform === 'win32';
  const file = path.join(modules, '.bin', windows ? 'node.cmd' : 'node');
  if (fs.existsSync(file)) return;
  if (windows) fs.writeFileSync(file, `@"%~dp0..\\${name}\\bin\\node.exe" %*\r\n`);
  else fs.symlinkSync(path.join('..', name, 'bin/node'), file);
};

if (installed !== undefined) {
  link(installed);
  // Node's C headers are 67 MB, and nothing here compiles against them.
  fs.rmSync(path.join(modules, installed, 'include'), { recursive: true, force: true });
}
