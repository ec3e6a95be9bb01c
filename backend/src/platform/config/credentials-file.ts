import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** An account that the hub itself created, with its password, which is stored nowhere else. */
export interface CreatedLogin {
  role: string;
  email: string;
  password: string;
}

const toPath = (dataDir: string): string => join(dataDir, 'credentials.txt');

/** Adds logins to DATA_DIR/credentials.txt, which `npm start` prints, and keeps those of other users. */
export async function saveCredentials(dataDir: string, logins: CreatedLogin[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const { others } = await readLines(
    dataDir,
    logins.map(({ email }) => email),
  );
  await writeLines(dataDir, [
    ...others,
    ...logins.map(({ role, email, password }) => `${role.padEnd(12)} ${email.padEnd(26)} ${password}`),
  ]);
}

/** Removes the logins of these users. A file without any other line is deleted. */
export async function removeCredentials(dataDir: string, emails: readonly string[]): Promise<void> {
  const { known, others } = await readLines(dataDir, emails);
  if (others.length === known.length) return;
  if (others.length) await writeLines(dataDir, others);
  else await rm(toPath(dataDir));
}

async function readLines(dataDir: string, emails: readonly string[]): Promise<{ known: string[]; others: string[] }> {
  const text = await readFile(toPath(dataDir), 'utf8').catch(emptyIfMissing);
  const known = text.split('\n').filter((line) => line.trim());
  const names = new Set(emails.map((email) => email.toLowerCase()));
  const others = known.filter(
    (line) =>
      !line
        .toLowerCase()
        .split(/\s+/)
        .some((word) => names.has(word)),
  );
  return { known, others };
}

async function writeLines(dataDir: string, lines: readonly string[]): Promise<void> {
  const file = toPath(dataDir);
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** An existing file that cannot be read must not be overwritten. */
function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
