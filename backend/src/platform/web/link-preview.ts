import { escapeUTF8 } from 'entities';

/** What chats, social networks and search engines show of a page. */
export interface LinkPreview {
  /** where the page is to be found, as a path of the frontend */
  path: string;
  type: 'article' | 'video.other';
  /** path of an image, below the origin of the hub */
  image?: string | null;
  /** plain text; the first sentences of the page when it has no description */
  description?: string;
  publishedAt: string;
  changedAt: string;
  authorName: string;
  /** a type of schema.org with its own properties */
  schema: { '@type': 'TechArticle' | 'VideoObject' | 'DiscussionForumPosting' } & Record<string, unknown>;
}

interface Page {
  title: string;
  description: string;
  siteName: string;
  /** shown for pages without an image */
  logoUrl: string | null;
  /** origin of the hub */
  publicUrl: string;
}

/** The elements of the HTML head for a preview: the page's canonical address, Open Graph and JSON-LD. */
export function renderLinkPreview(preview: LinkPreview, page: Page): string {
  const url = page.publicUrl + preview.path;
  const own = preview.image ? new URL(preview.image, page.publicUrl).href : undefined;
  const image = own ?? (page.logoUrl === null ? undefined : new URL(page.logoUrl, page.publicUrl).href);
  const properties = {
    'og:site_name': page.siteName,
    'og:type': preview.type,
    'og:title': page.title,
    'og:description': page.description || undefined,
    'og:url': url,
    'og:image': image,
    'article:published_time': preview.type === 'article' ? preview.publishedAt : undefined,
    'article:modified_time': preview.type === 'article' ? preview.changedAt : undefined,
  };
  const metas = Object.entries(properties).map(([name, content]) =>
    content === undefined ? '' : `<meta property="${name}" content="${escapeUTF8(content)}">`,
  );
  return [
    `<link rel="canonical" href="${escapeUTF8(url)}">`,
    ...metas,
    `<meta name="twitter:card" content="${own ? 'summary_large_image' : 'summary'}">`,
    `<script type="application/ld+json">${scriptJson(structuredData(preview, page, url, own))}</script>`,
  ].join('');
}

const structuredData = (preview: LinkPreview, page: Page, url: string, image: string | undefined) => ({
  '@context': 'https://schema.org',
  url,
  headline: page.title,
  ...(page.description && { description: page.description }),
  ...(image && { image }),
  datePublished: preview.publishedAt,
  dateModified: preview.changedAt,
  author: { '@type': 'Person', name: preview.authorName },
  ...preview.schema,
});

/** JSON for a script element: escapes what could end the element, and line separators for old parsers. */
export const scriptJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
