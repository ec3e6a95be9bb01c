import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../../platform/database/database.js';
import { busy } from '../../../../platform/errors/domain-error.js';
import { LOGGER } from '../../../../platform/logging/logger.js';
import { MarkdownFailure, MarkdownWorkerPool } from '../../markdown/markdown-worker-pool.js';
import { UnreadableEntry } from './source-tree.js';
import type { OutlineTask, TextOutline } from './text-outline.js';

const TASK_TIMEOUT_MS = 10_000;

/** Finds the title and links of texts in a worker thread, because the time of a hostile text has no bound. */
@Injectable()
export class TextOutlineReader {
  private readonly workers: MarkdownWorkerPool<TextOutline, OutlineTask>;

  constructor(database: Database, @Inject(LOGGER) logger: Logger) {
    this.workers = new MarkdownWorkerPool((error) => logger.error({ err: error }, 'the import worker failed'), {
      filename: import.meta.resolve('./text-outline.js'),
      taskTimeoutMs: TASK_TIMEOUT_MS,
    });
    database.beforeClose(() => this.workers.close());
  }

  /** @throws UnreadableEntry for a text that takes too much time or memory */
  async read(task: OutlineTask): Promise<TextOutline> {
    // Steps of an import have waited for their turn already.
    const outline = await this.workers.parse(task, { hasWaitTimeout: false });
    if (!(outline instanceof MarkdownFailure)) return outline;
    if (outline.reason === 'busy') throw busy((texts) => texts.content.parserBusy);
    throw new UnreadableEntry(({ imports }) => imports.complicated);
  }
}
