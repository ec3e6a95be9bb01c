import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The frontend's pages of this module. */
@Injectable()
export class AdminPages {
  constructor(pages: Pages) {
    pages.add('/admin', { title: 'Admin Dashboard' });
    pages.add('/admin/moderation', { title: 'Moderation' });
    pages.add('/admin/reports', { title: 'Reports' });
    pages.add('/admin/audit-log', { title: 'Audit log' });
    pages.add('/admin/settings', { title: 'Settings' });
  }
}
