import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { AuthFacade } from '../modules/auth/index.js';
import { ContentFacade, type ImportOutcome, type ImportProgress } from '../modules/content/index.js';
import { entities } from '../modules.js';
import { ConfigError, loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { DomainError } from '../platform/http/errors/domain-error.js';
import { createLogger } from '../platform/logging/logger.js';

const USAGE =
  'Name a folder or a ZIP of Markdown files: npm run import -- PATH [--as EMAIL] [--categories] [--publish]';

interface Arguments {
  path: string;
  /** the author; by default the oldest administrator */
  email: string | undefined;
  /** whether folders become categories */
  folderCategories: boolean;
  /** whether the documents are published */
  publish: boolean;
}

/** An error that the user at the terminal can act on; printed without a stack trace. */
class UsageError extends Error {}

/** One line that is overwritten, on terminals only. */
class ProgressLine {
  created = 0;

  show({ processed, total }: ImportProgress): void {
    this.created = processed;
    if (process.stderr.isTTY) process.stderr.write(`\r${processed} of ${total} documents`);
  }

  clear(): void {
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  }
}

// Imports a folder or a ZIP of Markdown files; the hub may run meanwhile. The app is initialised but does not listen.
try {
  const options = readArguments();
  await stat(options.path);
  const config = loadConfig();
  await migrate(config.databaseUrl, entities);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    printOutcome(await importInto(app, options));
  } finally {
    await app.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error)}\n`);
  process.exit(1);
}

function readArguments(): Arguments {
  try {
    const { values, positionals } = parseArgs({
      options: { as: { type: 'string' }, categories: { type: 'boolean' }, publish: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [path] = positionals;
    const { as: email, categories: folderCategories = false, publish = false } = values;
    if (path && positionals.length === 1) return { path, email, folderCategories, publish };
  } catch {
    // unknown option
  }
  throw new UsageError(USAGE);
}

async function importInto(
  app: NestFastifyApplication,
  { path, email, folderCategories, publish }: Arguments,
): Promise<ImportOutcome> {
  const actor = await app.get(AuthFacade).findActorByEmail(email);
  if (!actor)
    throw new UsageError(
      email
        ? `No active user has the email address ${email}.`
        : 'There is no administrator yet: name the owner with --as EMAIL.',
    );
  if (!actor.can('content.create'))
    throw new UsageError(`${email} has the role ${actor.role}, which can’t write documents.`);
  if (publish && !actor.can('content.publish'))
    throw new UsageError(`${email ?? actor.name} has the role ${actor.role}, which can’t publish documents.`);
  const progress = new ProgressLine();
  const cancelling = new AbortController();
  process.once('SIGINT', () => cancelling.abort());
  try {
    return await app.get(ContentFacade).importFrom(path, {
      actor,
      folderCategories,
      publish,
      signal: cancelling.signal,
      onProgress: (now) => progress.show(now),
    });
  } catch (error) {
    // After the document that was being created at Ctrl-C.
    throw cancelling.signal.aborted ? new UsageError(canceledAfter(progress.created)) : error;
  } finally {
    progress.clear();
  }
}

/** Replaces control characters: file names in an archive must not control the terminal. */
function printLine(line: string): void {
  process.stdout.write(`${line.replace(/\p{Cc}/gu, '?')}\n`);
}

function printOutcome({ created, skipped, images, categories }: ImportOutcome): void {
  for (const { path, slug } of created) printLine(`${path} → /docs/${slug}`);
  for (const { path, reason } of skipped) printLine(`${path} skipped: ${reason}`);
  const counts = `${countOf(created.length, 'document')} and ${countOf(images, 'image')} imported`;
  const added = categories ? `, ${countOf(categories, 'category', 'categories')} created` : '';
  printLine(`${counts}${added}, ${countOf(skipped.length, 'file')} skipped.`);
}

function canceledAfter(count: number): string {
  return `Canceled. ${countOf(count, 'document')} ${count === 1 ? 'was' : 'were'} imported and will be kept.`;
}

function countOf(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

function describeError(error: unknown): string {
  if (error instanceof UsageError || error instanceof ConfigError || error instanceof DomainError) return error.message;
  const { code, path } = error as { code?: unknown; path?: unknown };
  if (code === 'ENOENT' && typeof path === 'string') return `There is nothing at ${path}.`;
  return `The import failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
