import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The frontend's page of analytics. */
@Injectable()
export class AnalyticsPages {
  constructor(pages: Pages) {
    pages.add('/admin/analytics', { title: 'Analytics' });
  }
}
