import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AuthFacade } from '../modules/auth/index.js';
import type { Config } from '../platform/config/config.js';
import { createDemo } from './demo.js';

/** The accounts and, where wanted, the content a new hub starts with. Runs at every start, under the start lock. */
export async function seed(app: NestFastifyApplication, config: Config, progress: (text: string) => void): Promise<void> {
  const auth = app.get(AuthFacade);
  const { ADMIN_EMAIL, ADMIN_PASSWORD, DEMO } = config.env;
  const empty = !(await auth.hasPeople());
  const signIns: string[] = [];
  if (ADMIN_EMAIL) {
    const password = await auth.ensureAdmin(ADMIN_EMAIL, ADMIN_PASSWORD);
    if (password) signIns.push(line('ADMIN', ADMIN_EMAIL, password));
  }
  if (DEMO && empty) {
    progress('Filling the empty hub with demo content');
    for (const { role, email, password } of await createDemo(app)) signIns.push(line(role, email, password));
  }
  if (!signIns.length) return;
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(join(config.dataDir, 'credentials.txt'), `${signIns.join('\n')}\n`, { mode: 0o600 });
}

const line = (role: string, email: string, password: string): string => `${role.padEnd(12)} ${email.padEnd(26)} ${password}`;
