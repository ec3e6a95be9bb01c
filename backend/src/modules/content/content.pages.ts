import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { isId } from '../../platform/http/validation/path-parameters.js';
import type { Actor } from '../../platform/access/actor.js';
import type { LinkPreview } from '../../platform/web/html-template.js';
import { type PageHead, Pages, type Preloaded } from '../../platform/web/pages.js';
import { CategoriesQueries } from './categories/categories.queries.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import { HomeQueries } from './home/home.queries.js';
import { ReactionsQueries } from './engagement/reactions/reactions.queries.js';
import { buildFrontMatter } from './documents/transfer/export.queries.js';
import { printMarkdownFile } from './documents/transfer/markdown-file.js';
import { getViewer } from './views/viewer.js';
import { ItemViewCounter } from './views/view-counter.js';
import type { ContentKind } from './audience/audience.js';
import type { ItemSummaryResponse } from './items/item-summary.dto.js';
import { VideosQueries } from './videos/videos.queries.js';

const missing: PageHead = { title: 'Document Not Found', missing: true };

const YOUTUBE_ID = /^[\w-]{6,20}$/;
const missingCategory: PageHead = { title: 'Category not found', missing: true };
const missingVideo: PageHead = { title: 'Video Not Found', missing: true };

/** The addresses of content in the frontend. */
@Injectable()
export class ContentPages {
  constructor(
    pages: Pages,
    documents: DocumentsQueries,
    videos: VideosQueries,
    views: ItemViewCounter,
    home: HomeQueries,
    categories: CategoriesQueries,
    reactions: ReactionsQueries,
    config: Config,
  ) {
    pages.add('/', async (_params, actor) => ({
      preload: [{ path: '/dashboard/home', body: await home.get(actor) }],
    }));
    pages.add('/categories/:id', async ({ id = '' }, actor) => {
      const list = await categories.list(actor);
      const category = list.find((one) => one.id === id);
      if (!category) return missingCategory;
      return {
        title: category.title,
        description: category.description,
        preload: [{ path: '/categories', body: list }],
      };
    });
    pages.add('/user/bookmarks', { title: 'My Bookmarks' });
    pages.add('/search', { title: 'Search', description: 'Search documents and videos.' });
    pages.add('/admin/content', { title: 'Content' });
    pages.add('/admin/categories', { title: 'Categories' });
    pages.add('/docs', { title: 'Docs', description: 'Guides, references and notes.' });
    pages.add('/docs/create', { title: 'New document' });
    pages.add('/docs/:id', async ({ id = '' }, actor, request) => {
      const found = await documents.find(id, actor);
      if (found && !isId(id) && id !== found.slug) return { redirect: `/docs/${found.slug}` };
      if (!found) return missing;
      const document = views.recordView(found, getViewer(request, actor));
      const preload = [
        { path: `/documents/${id}`, body: document },
        ...(await preloadReactions(reactions, 'document', document.id, actor)),
      ];
      return {
        title: document.meta_title || document.title,
        description: document.meta_description || document.summary,
        preview: buildPreview(document, `/docs/${document.slug}`, 'article', { '@type': 'TechArticle' }),
        preload,
      };
    });
    pages.addText('/docs/:id.md', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      if (!document) return undefined;
      const category_path = document.category && [document.category.name];
      const front = buildFrontMatter({ ...document, category_path, is_category_name_ambiguous: false });
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
    const origin = config.publicUrl;
    pages.add('/videos', { title: 'Videos', description: 'Tutorials and recordings.' });
    pages.add('/videos/create', { title: 'New video' });
    pages.add('/videos/:id', async ({ id = '' }, actor, request) => {
      const found = await videos.find(id, actor);
      if (found && !isId(id) && id !== found.slug) return { redirect: `/videos/${found.slug}` };
      if (!found) return missingVideo;
      const video = views.recordView(found, getViewer(request, actor));
      return {
        title: video.meta_title || video.title,
        description: video.meta_description || video.summary,
        preview: buildPreview(video, `/videos/${video.slug}`, 'video.other', {
          '@type': 'VideoObject',
          name: video.title,
          uploadDate: video.published_at ?? video.created_at,
          ...(video.thumbnail && { thumbnailUrl: `${origin}${video.thumbnail}` }),
          ...(video.duration_sec && { duration: `PT${video.duration_sec}S` }),
        }),
        preload: [
          { path: `/videos/${id}`, body: video },
          ...(await preloadReactions(reactions, 'video', video.id, actor)),
        ],
      };
    });
    pages.add('/videos/:id/edit', async ({ id = '' }, actor) => {
      const video = await videos.find(id, actor);
      return video ? { title: `Edit ${video.title}` } : missingVideo;
    });
    // In the frames of video pages, without a title of a video: frames need none, and the id is one of YouTube.
    pages.add('/embed/youtube/:id', async ({ id = '' }) =>
      Promise.resolve(
        YOUTUBE_ID.test(id)
          ? { title: 'YouTube', frame: { sources: ['https://www.youtube-nocookie.com'] } }
          : undefined,
      ),
    );
  }
}

const buildPreview = (
  item: Pick<ItemSummaryResponse, 'thumbnail' | 'published_at' | 'created_at' | 'updated_at' | 'author_name'>,
  path: string,
  type: LinkPreview['type'],
  schema: LinkPreview['schema'],
): LinkPreview => ({
  path,
  type,
  image: item.thumbnail,
  publishedAt: item.published_at ?? item.created_at,
  changedAt: item.updated_at ?? item.published_at ?? item.created_at,
  authorName: item.author_name,
  schema,
});

/** Detail pages of signed-in users show their own reactions. */
async function preloadReactions(
  reactions: ReactionsQueries,
  kind: ContentKind,
  id: string,
  actor: Actor,
): Promise<Preloaded[]> {
  if (actor.isGuest) return [];
  return [{ path: `/user/reactions/${kind}/${id}`, body: await reactions.listOwn(actor, kind, id) }];
}
