import { Injectable } from '@nestjs/common';
import { Pages } from '../../platform/web/pages.js';
import { DocumentsQueries } from './documents/documents.queries.js';

/** The addresses of content in the frontend. */
@Injectable()
export class ContentPages {
  constructor(pages: Pages, documents: DocumentsQueries) {
    pages.add('/', {});
    pages.add('/docs', { title: 'Docs', description: 'Guides, references and notes.' });
    pages.add('/docs/create', { title: 'New document' });
    pages.add('/docs/:id', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document && { title: document.meta_title || document.title, description: document.meta_description || document.summary, preload: [{ path: `/documents/${id}`, body: document }] };
    });
    pages.add('/docs/:id/edit', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document && { title: `Edit ${document.title}` };
    });
  }
}
