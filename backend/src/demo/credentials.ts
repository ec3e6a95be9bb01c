import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface DemoLogin {
  role: string;
  email: string;
  password: string;
}

/** Adds logins to DATA_DIR/credentials.txt and keeps those of other users, which are stored nowhere else. */
export async function saveCredentials(dataDir: string, logins: DemoLogin[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'credentials.txt');
  const known = (await readFile(file, 'utf8').catch(emptyIfMissing)).split('\n').filter((line) => line.trim());
  const others = known.filter(
    (line) => !logins.some(({ email }) => line.toLowerCase().split(/\s+/).includes(email.toLowerCase())),
  );
  const lines = [
    ...others,
    ...logins.map(({ role, email, password }) => `${role.padEnd(12)} ${email.padEnd(26)} ${password}`),
  ];
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** An existing file that cannot be read must not be overwritten. */
function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
