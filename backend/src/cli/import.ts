import { stat } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp } from '../app.js';
import { AuthFacade } from '../modules/auth/index.js';
import { sourceTexts } from '../platform/language/texts.js';
import { ContentFacade, type ImportOutcome, type ImportProgress } from '../modules/content/index.js';
import { loadConfig } from '../platform/config/config.js';
import { migrate } from '../platform/database/migrate.js';
import { createLogger } from '../platform/logging/logger.js';
import { formatCount, describeError, print, UsageError } from './command.js';

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
  await migrate(config.databaseUrl);
  const app = await createApp(config, createLogger('silent'));
  await app.init();
  try {
    printOutcome(await importInto(app, options));
  } finally {
    await app.close();
  }
  process.exit(0);
} catch (error) {
  process.stderr.write(`${describeError(error, 'The import failed')}\n`);
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
    return await app.get(ContentFacade).importFromPath(path, {
      actor,
      folderCategories,
      publish,
      signal: cancelling.signal,
      onProgress: (now) => progress.show(now),
    });
  } catch (error) {
    // After the document that was being created at Ctrl-C.
    throw cancelling.signal.aborted ? new UsageError(describeCancellation(progress.created)) : error;
  } finally {
    progress.clear();
  }
}

function printOutcome({ created, skipped, warnings, images, attachments, categories }: ImportOutcome): void {
  for (const { path, slug } of created) print(`${path} → /docs/${slug}`);
  for (const { path, reason } of warnings) print(`${path}: ${reason(sourceTexts)}`);
  for (const { path, reason } of skipped) print(`${path} skipped: ${reason(sourceTexts)}`);
  const files = attachments ? `, ${formatCount(attachments, 'attachment')}` : '';
  const counts = `${formatCount(created.length, 'document')}${files} and ${formatCount(images, 'image')} imported`;
  const added = categories ? `, ${formatCount(categories, 'category', 'categories')} created` : '';
  print(`${counts}${added}, ${formatCount(skipped.length, 'file')} skipped.`);
}

function describeCancellation(count: number): string {
  return `Canceled. ${formatCount(count, 'document')} ${count === 1 ? 'was' : 'were'} imported and will be kept.`;
}
