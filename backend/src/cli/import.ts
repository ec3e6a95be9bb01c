import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade, type ImportOutcome } from '../modules/content/index.js';
import { entities } from '../modules.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { createOrm } from '../platform/database/orm.js';
import { DomainError } from '../platform/http/domain-error.js';
import { createLogger } from '../platform/logging/logger.js';

const USAGE = 'Name a folder or a ZIP of Markdown files: npm run import -- PATH [--as EMAIL]';

/** Something the person at the terminal can act on. */
class PlainError extends Error {}

// Makes documents of a folder or a ZIP; the product may run meanwhile. The app is whole but does not listen.
try {
  const { path, email } = readArguments();
  await stat(path);
  const config = loadConfig();
  const orm = createOrm({ databaseUrl: config.databaseUrl, entities, poolSize: 2 });
  await migrate(orm, config.databaseUrl);
  await orm.close(true);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    report(await importInto(app, path, email));
  } finally {
    await app.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${sentence(error)}\n`);
  process.exit(1);
}

function readArguments(): { path: string; email: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { as: { type: 'string' } }, allowPositionals: true });
    const [path] = positionals;
    if (path && positionals.length === 1) return { path, email: values.as };
  } catch {
    // an option that does not exist
  }
  throw new PlainError(USAGE);
}

async function importInto(
  app: NestFastifyApplication,
  path: string,
  email: string | undefined,
): Promise<ImportOutcome> {
  const actor = await app.get(AuthFacade).actorBy(email);
  if (!actor)
    throw new PlainError(
      email
        ? `Nobody who may sign in has the email address ${email}.`
        : 'There is no administrator yet: name the owner with --as EMAIL.',
    );
  if (!actor.can('content.create'))
    throw new PlainError(`${email} has the role ${actor.role}, which may not write documents.`);
  return app.get(ContentFacade).importFrom(path, { actor });
}

/** Names out of an archive must not steer the terminal. */
function say(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

function report({ created, skipped, images }: ImportOutcome): void {
  for (const { path, slug } of created) say(`${path} → /docs/${slug}`);
  for (const { path, reason } of skipped) say(`${path} skipped: ${reason}`);
  say(`${created.length} documents and ${images} images imported, ${skipped.length} files skipped.`);
}

function sentence(error: unknown): string {
  if (error instanceof PlainError || error instanceof ConfigError || error instanceof DomainError) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is nothing at ${path}.`;
  return `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
