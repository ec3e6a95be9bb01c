import { Injectable } from '@nestjs/common';
import { Pages } from '../../../platform/web/pages.js';
import { SharedItemsService } from './shared-items.service.js';

/** The addresses of share links in the frontend. Their heads say nothing about the item, not even its title. */
@Injectable()
export class SharedPages {
  constructor(pages: Pages, shared: SharedItemsService) {
    pages.add('/s/:token', async ({ token = '' }) => {
      const isOpen = await shared.isOpen(token);
      return {
        title: ({ pages: texts }) => (isOpen ? texts.shared : texts.missingShared),
        missing: !isOpen,
        isUnlisted: true,
      };
    });
    pages.add('/admin/share-links', { title: ({ pages: texts }) => texts.shareLinks });
  }
}
