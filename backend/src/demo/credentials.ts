import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface SignIn {
  role: string;
  email: string;
  password: string;
}

/** Adds sign-ins to DATA_DIR/credentials.txt; what is there of other people stays, since it is kept nowhere else. */
export async function keepCredentials(dataDir: string, signIns: SignIn[]): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const file = join(dataDir, 'credentials.txt');
  const known = (await readFile(file, 'utf8').catch(emptyIfMissing)).split('\n').filter((line) => line.trim());
  const others = known.filter(
    (line) => !signIns.some(({ email }) => line.toLowerCase().split(/\s+/).includes(email.toLowerCase())),
  );
  const lines = [
    ...others,
    ...signIns.map(({ role, email, password }) => `${role.padEnd(12)} ${email.padEnd(26)} ${password}`),
  ];
  await writeFile(`${file}.new`, `${lines.join('\n')}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}

/** A file that is there but cannot be read must not be replaced by one without what stands in it. */
function emptyIfMissing(error: NodeJS.ErrnoException): string {
  if (error.code === 'ENOENT') return '';
  throw error;
}
