import { Injectable } from '@nestjs/common';
import { isId } from '../../platform/http/validation/path-parameters.js';
import type { Actor } from '../../platform/access/actor.js';
import { type PageHead, Pages, type Preloaded } from '../../platform/web/pages.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { HomeQueries } from './home/home.queries.js';
import { ReactionsQueries } from './engagement/reactions/reactions.queries.js';
import { frontMatterOf } from './documents/transfer/export.queries.js';
import { printMarkdownFile } from './documents/transfer/markdown-file.js';
import { viewerOf } from './engagement/views/viewer.js';
import { Views } from './engagement/views/views.js';

const missing: PageHead = { title: 'Document Not Found', missing: true };

/** The addresses of content in the frontend. */
@Injectable()
export class ContentPages {
  constructor(pages: Pages, documents: DocumentsQueries, views: Views, home: HomeQueries, reactions: ReactionsQueries) {
    pages.add('/', async (_params, actor) => ({
      preload: [{ path: '/dashboard/home', body: await home.get(actor) }],
    }));
    pages.add('/user/bookmarks', { title: 'My Bookmarks' });
    pages.add('/search', { title: 'Search', description: 'Find documents by their words.' });
    pages.add('/admin/categories', { title: 'Categories' });
    pages.add('/docs', { title: 'Docs', description: 'Guides, references and notes.' });
    pages.add('/docs/create', { title: 'New document' });
    pages.add('/docs/:id', async ({ id = '' }, actor, request) => {
      const found = await documents.find(id, actor);
      if (found && !isId(id) && id !== found.slug) return { redirect: `/docs/${found.slug}` };
      if (!found) return missing;
      const document = views.recordView(found, viewerOf(request, actor));
      const preload = [
        { path: `/documents/${id}`, body: document },
        ...(actor.isGuest ? [] : [await ownReactionsTo(document, actor)]),
      ];
      return {
        title: document.meta_title || document.title,
        description: document.meta_description || document.summary,
        preload,
      };
    });
    const ownReactionsTo = async ({ id }: { id: string }, actor: Actor): Promise<Preloaded> => ({
      path: `/user/reactions/document/${id}`,
      body: await reactions.listOwn(actor, 'document', id),
    });
    pages.addText('/docs/:id.md', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      if (!document) return undefined;
      const category_path = document.category && [document.category.name];
      const front = frontMatterOf({ ...document, category_path, is_category_name_ambiguous: false });
      return { mediaType: 'text/markdown; charset=utf-8', text: printMarkdownFile(front, document.content) };
    });
    pages.add('/docs/:id/edit', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document ? { title: `Edit ${document.title}` } : missing;
    });
    pages.add('/docs/:id/revisions', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document ? { title: `Revisions of ${document.title}` } : missing;
    });
  }
}
