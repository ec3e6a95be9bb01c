import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { Secrets } from '../../../platform/settings/settings.js';
import { ViewCounter } from '../../content/index.js';

/** Counts views of threads, as those of documents and videos. */
@Injectable()
export class ThreadViewCounter extends ViewCounter {
  constructor(database: Database, secrets: Secrets, jobs: Jobs, @Inject(LOGGER) logger: Logger) {
    const tables = {
      name: 'forum.views',
      viewed: 'forum_threads',
      kind: `'thread'`,
      days: 'thread_view_days',
      key: 'thread_id',
      exists: 'i.deleted_at is null',
    };
    super(tables, database, secrets, jobs, logger);
  }
}
