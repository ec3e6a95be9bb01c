import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The frontend's page of notifications. */
@Injectable()
export class NotificationsPages {
  constructor(pages: Pages) {
    pages.add('/notifications', { title: 'Notifications' });
  }
}
