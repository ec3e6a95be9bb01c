import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';

/** The addresses of notifications in the frontend. */
@Injectable()
export class NotificationsPages {
  constructor(pages: Pages) {
    pages.add('/notifications', { title: 'Notifications' });
  }
}
