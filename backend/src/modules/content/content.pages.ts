import { Injectable } from '@nestjs/common';
import { Config } from '../../platform/config/config.js';
import { Actor } from '../../platform/access/actor.js';
import type { LinkPreview } from '../../platform/web/html-template.js';
import { type PageHead, Pages } from '../../platform/web/pages.js';
import { CategoriesQueries } from './categories/categories.queries.js';
import { DocumentsQueries } from './documents/documents.queries.js';
import type { DocumentResponse } from './documents/documents.dto.js';
import { HomeQueries } from './home/home.queries.js';
import { buildFrontMatter } from './documents/transfer/export.queries.js';
import { printMarkdownFile } from './documents/transfer/markdown-file.js';
import { isPageSlug } from './items/item-links.source.js';
import { ItemPreloadQueries } from './item-preload.queries.js';
import { getViewer } from './views/viewer.js';
import { ItemViewCounter } from './views/view-counter.js';
import type { ItemSummaryResponse } from './items/item-summary.dto.js';
import type { VideoResponse } from './videos/video-responses.dto.js';
import { VideosQueries } from './videos/videos.queries.js';

const missing: PageHead = { title: ({ pages: texts }) => texts.missingDocument, missing: true };

const YOUTUBE_ID = /^[\w-]{6,20}$/;
const missingCategory: PageHead = { title: ({ pages: texts }) => texts.missingCategory, missing: true };
const missingVideo: PageHead = { title: ({ pages: texts }) => texts.missingVideo, missing: true };

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
    preloads: ItemPreloadQueries,
    config: Config,
  ) {
    // Without the text, because cached pages keep it.
    const countLaterViews =
      ({
        id,
        author_id,
        status,
      }: Pick<DocumentResponse | VideoResponse, 'id' | 'author_id' | 'status'>): PageHead['recordView'] =>
      (later) => {
        views.record({ id, author_id, status }, getViewer(later, Actor.guest));
      };
    pages.addPublic('/', (_params, actor) =>
      Promise.resolve({ preload: async () => [{ path: '/dashboard/home', body: await home.get(actor) }] }),
    );
    pages.addPublic('/categories/:id', async ({ id = '' }, actor) => {
      const list = await categories.list(actor);
      const category = list.find((one) => one.id === id);
      if (!category) return missingCategory;
      return {
        title: category.title,
        description: category.description,
        preload: () => [{ path: '/categories', body: list }],
      };
    });
    pages.add('/user/bookmarks', { title: ({ pages: texts }) => texts.bookmarks });
    pages.addPublic('/search', {
      title: ({ pages: texts }) => texts.search,
      description: ({ pages: texts }) => texts.searchDescription,
    });
    pages.add('/admin/content', { title: ({ pages: texts }) => texts.content });
    pages.add('/admin/categories', { title: ({ pages: texts }) => texts.categories });
    pages.addPublic('/docs', {
      title: ({ pages: texts }) => texts.docs,
      description: ({ pages: texts }) => texts.docsDescription,
    });
    pages.add('/docs/create', { title: ({ pages: texts }) => texts.newDocument });
    pages.addPublic('/docs/:id', async ({ id = '' }, actor, request) => {
      const found = await documents.find(id, actor);
      if (found && id !== getParameter(found)) return { redirect: `/docs/${getParameter(found)}` };
      if (!found) return missing;
      const document = views.recordView(found, getViewer(request, actor));
      return {
        title: document.meta_title || document.title,
        description: document.meta_description || document.summary,
        preview: buildPreview(document, `/docs/${document.slug}`, 'article', { '@type': 'TechArticle' }),
        preload: async () => [
          { path: `/documents/${id}`, body: document },
          ...(document.is_template ? [] : await preloads.list('document', document, actor)),
        ],
        recordView: countLaterViews(found),
      };
    });
    pages.addText('/docs/:id.md', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      if (!document) return undefined;
      const category_path = document.category && [document.category.name];
      const front = buildFrontMatter({
        ...document,
        category_path,
        is_category_name_ambiguous: false,
        is_template: false,
      });
      return { mediaType: 'text/markdown; charset=utf-8', text: printMarkdownFile(front, document.content) };
    });
    pages.add('/docs/:id/edit', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document ? { title: ({ pages: texts }) => texts.edit(document.title) } : missing;
    });
    pages.add('/docs/:id/revisions', async ({ id = '' }, actor) => {
      const document = await documents.find(id, actor);
      return document ? { title: ({ pages: texts }) => texts.revisions(document.title) } : missing;
    });
    const origin = config.publicUrl;
    pages.addPublic('/videos', {
      title: ({ pages: texts }) => texts.videos,
      description: ({ pages: texts }) => texts.videosDescription,
    });
    pages.add('/videos/create', { title: ({ pages: texts }) => texts.newVideo });
    pages.addPublic('/videos/:id', async ({ id = '' }, actor, request) => {
      const found = await videos.find(id, actor);
      if (found && id !== getParameter(found)) return { redirect: `/videos/${getParameter(found)}` };
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
        preload: async () => [{ path: `/videos/${id}`, body: video }, ...(await preloads.list('video', video, actor))],
        recordView: countLaterViews(found),
      };
    });
    pages.add('/videos/:id/edit', async ({ id = '' }, actor) => {
      const video = await videos.find(id, actor);
      return video ? { title: ({ pages: texts }) => texts.edit(video.title) } : missingVideo;
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

/** Of the address of an item: its slug, unless that is the address of another page. */
const getParameter = ({ id, slug }: Pick<ItemSummaryResponse, 'id' | 'slug'>): string => (isPageSlug(slug) ? id : slug);

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
