import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { demoCompletedAt } from '../modules/admin/index.js';
import { AuthFacade, SetupService } from '../modules/auth/index.js';
import type { Config } from '../platform/config/config.js';
import { saveCredentials } from '../platform/config/credentials-file.js';
import { defineSetting, Settings } from '../platform/settings/settings.js';
import { createDemo } from './demo.js';

/** True while the demo is created. If it is true at a start, the previous start was interrupted. */
const demoUnfinished = defineSetting('demo.unfinished', z.boolean(), false, { isInternal: true });

/**
 * Creates the first accounts and, if configured, demo content. Runs at every start, under the start lock.
 * @returns the link by which the first administrator is created; null when there is one
 */
export async function seed(
  app: NestFastifyApplication,
  config: Config,
  progress: (text: string) => void,
): Promise<string | null> {
  const auth = app.get(AuthFacade);
  const settings = app.get(Settings);
  const { ADMIN_EMAIL, ADMIN_PASSWORD, DEMO } = config.env;
  if (DEMO && ((await settings.get(demoUnfinished)) || !(await auth.hasUsers()))) {
    progress('Filling the empty hub with demo content');
    await settings.set(demoUnfinished, true, null);
    await createDemo(app, (logins) => saveCredentials(config.dataDir, logins));
    await settings.set(demoCompletedAt, new Date().toISOString(), null);
    await settings.set(demoUnfinished, false, null);
  } else await recordFormerDemo(settings);
  if (ADMIN_EMAIL) {
    await auth.ensureAdmin(ADMIN_EMAIL, ADMIN_PASSWORD, (password) =>
      saveCredentials(config.dataDir, [{ role: 'ADMIN', email: ADMIN_EMAIL, password }]),
    );
  }
  return app.get(SetupService).createLink();
}

/** Former releases stored only that the demo was complete; the time of that is the one that its removal needs. */
async function recordFormerDemo(settings: Settings): Promise<void> {
  if ((await settings.isAnySet(demoCompletedAt)) || (await settings.get(demoUnfinished))) return;
  const completedAt = await settings.getUpdatedAt(demoUnfinished);
  if (completedAt) await settings.set(demoCompletedAt, completedAt.toISOString(), null);
}
