import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Database } from '../../../platform/database/database.js';
import { Jobs } from '../../../platform/jobs/jobs.js';
import { LOGGER } from '../../../platform/logging/logger.js';
import { Secrets } from '../../../platform/settings/settings.js';
import { ViewCounter } from './view-counter.js';

/** Counter of the views of all items. */
export const TOTAL_VIEWS = 'content.views';

/** Counts views of documents and videos. */
@Injectable()
export class Views extends ViewCounter {
  constructor(database: Database, secrets: Secrets, jobs: Jobs, @Inject(LOGGER) logger: Logger) {
    const tables = {
      name: 'views',
      viewed: 'content_items',
      kind: 'i.kind',
      days: 'view_days',
      key: 'item_id',
      total: TOTAL_VIEWS,
    };
    super(tables, database, secrets, jobs, logger);
  }
}
