import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade, type ImportOutcome } from '../modules/content/index.js';
import { entities } from '../modules.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { DomainError } from '../platform/http/errors/domain-error.js';
import { createLogger } from '../platform/logging/logger.js';

const USAGE = 'Name a folder or a ZIP of Markdown files: npm run import -- PATH [--as EMAIL]';

/** An error that the user at the terminal can act on; printed without a stack trace. */
class UsageError extends Error {}

// Imports a folder or a ZIP of Markdown files; the hub may run meanwhile. The app is initialised but does not listen.
try {
  const { path, email } = readArguments();
  await stat(path);
  const config = loadConfig();
  await migrate(config.databaseUrl, entities);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    printOutcome(await importInto(app, path, email));
  } finally {
    await app.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

function readArguments(): { path: string; email: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { as: { type: 'string' } }, allowPositionals: true });
    const [path] = positionals;
    if (path && positionals.length === 1) return { path, email: values.as };
  } catch {
    // unknown option
  }
  throw new UsageError(USAGE);
}

async function importInto(
  app: NestFastifyApplication,
  path: string,
  email: string | undefined,
): Promise<ImportOutcome> {
  const actor = await app.get(AuthFacade).findActorByEmail(email);
  if (!actor)
    throw new UsageError(
      email
        ? `No active user has the email address ${email}.`
        : 'There is no administrator yet: name the owner with --as EMAIL.',
    );
  if (!actor.can('content.create'))
    throw new UsageError(`${email} has the role ${actor.role}, which may not write documents.`);
  return app.get(ContentFacade).importFrom(path, { actor });
}

/** Replaces control characters: file names in an archive must not control the terminal. */
function printLine(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

function printOutcome({ created, skipped, images }: ImportOutcome): void {
  for (const { path, slug } of created) printLine(`${path} → /docs/${slug}`);
  for (const { path, reason } of skipped) printLine(`${path} skipped: ${reason}`);
  printLine(`${created.length} documents and ${images} images imported, ${skipped.length} files skipped.`);
}

function describeError(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof DomainError) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is nothing at ${path}.`;
  return `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
