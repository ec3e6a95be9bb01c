// Reads the logins of the demo and the administrator that the product has written.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** @param {string} dataDir @returns {string[]} paragraphs to show, none when nothing was written */
export function signIns(dataDir) {
  const file = path.join(dataDir, 'credentials.txt');
  return existsSync(file) ? [readFileSync(file, 'utf8').trim(), `(kept in ${file})`, ''] : [];
}
