import { Injectable } from '@nestjs/common';
import { escapeUTF8 } from 'entities';
import { Feed } from 'feed';
import { PrivacyResolver } from '../access/ports.js';
import { QueryCache } from '../cache/query-cache.js';
import { Config } from '../config/config.js';
import { Settings, siteLanguage, siteName } from '../settings/settings.js';
import { Pages, type PageText } from './pages.js';
import { type Publication, Publications, type PublicationSource, Sitemaps } from './sitemaps.js';
import { getTexts, type Texts } from '../language/texts.js';

const FEED_LENGTH = 30;
/** of each kind */
const OVERVIEW_LENGTH = 50;

/** What search engines shall not list: screens of users and administrators, results of searches, and shared pages. */
const UNLISTED = ['/admin', '/user', '/search', '/login', '/register', '/auth', '/offline', '/s/'];

/** Of a private hub, which has nothing for search engines. */
const NO_ROBOTS = 'User-agent: *\nDisallow: /\n';

/** What programs read of this hub: feed, sitemaps, robots.txt and llms.txt. They have what guests may see. */
@Injectable()
export class MachinePages {
  constructor(
    pages: Pages,
    privacy: PrivacyResolver,
    private readonly publications: Publications,
    private readonly settings: Settings,
    private readonly config: Config,
    private readonly cache: QueryCache,
  ) {
    const sitemaps = new Sitemaps(publications, config.publicUrl);
    pages.addText('/feed.xml', async () => ({
      mediaType: 'application/atom+xml; charset=utf-8',
      text: await this.cache.read('feed', () => this.renderFeed()),
    }));
    pages.addText('/sitemap.xml', async () => xml(await sitemaps.renderIndex()));
    pages.addText('/sitemaps/:kind/:month.xml', async ({ kind = '', month = '' }) => {
      const sitemap = await sitemaps.render(kind, month);
      return sitemap && xml(sitemap);
    });
    pages.addAlwaysPublicText('/robots.txt', async () =>
      plain((await privacy.isPrivate()) ? NO_ROBOTS : this.renderRobots()),
    );
    pages.addText('/llms.txt', async () => plain(await this.cache.read('llms', () => this.renderOverview())));
  }

  /** Atom: the newest pages of all kinds. */
  private async renderFeed(): Promise<string> {
    const lists = await Promise.all(this.publications.sources.map((source) => source.listNewest(FEED_LENGTH)));
    const entries = lists
      .flat()
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
      .slice(0, FEED_LENGTH);
    const home = `${this.config.publicUrl}/`;
    const { language, pages } = await this.getHubTexts();
    const feed = new Feed({
      id: home,
      title: await this.settings.get(siteName),
      description: pages.hubDescription,
      language,
      link: home,
      feedLinks: { atom: `${home}feed.xml` },
      generator: 'Knowledge Hub',
      updated: new Date(Math.max(0, ...entries.map(({ changedAt }) => changedAt.getTime()))),
    });
    for (const entry of entries)
      feed.addItem({
        id: `urn:uuid:${entry.id}`,
        // Feed readers take both as HTML.
        title: escapeUTF8(entry.title),
        link: this.config.publicUrl + entry.path,
        description: escapeUTF8(entry.summary),
        author: [{ name: entry.authorName }],
        published: entry.publishedAt,
        date: entry.changedAt,
      });
    return feed.atom1();
  }

  /** Programs that read all pages get the words of the hub's own language. */
  private async getHubTexts(): Promise<Texts> {
    return getTexts(await this.settings.get(siteLanguage));
  }

  private renderRobots(): string {
    const rules = UNLISTED.map((path) => `Disallow: ${path}`);
    return ['User-agent: *', ...rules, '', `Sitemap: ${this.config.publicUrl}/sitemap.xml`, ''].join('\n');
  }

  /** Markdown: what there is to read, for language models (llmstxt.org). */
  private async renderOverview(): Promise<string> {
    const { pages } = await this.getHubTexts();
    const sections = await Promise.all(
      this.publications.sources.map(async (source) =>
        this.renderSection(source, await source.listNewest(OVERVIEW_LENGTH), pages.sections),
      ),
    );
    return [`# ${await this.settings.get(siteName)}`, '', `> ${pages.hubDescription}`, '', ...sections.flat()].join(
      '\n',
    );
  }

  private renderSection(
    { name, textPath = (path) => path }: PublicationSource,
    pages: Publication[],
    headings: Texts['pages']['sections'],
  ): string[] {
    if (!pages.length) return [];
    const line = ({ title, path, summary }: Publication) =>
      `- [${escapeLabel(title)}](${this.config.publicUrl}${textPath(path)})${summary && `: ${oneLine(summary)}`}`;
    return [`## ${headings[name]}`, '', ...pages.map(line), ''];
  }
}

const xml = (text: PageText['text']): PageText => ({ mediaType: 'application/xml; charset=utf-8', text });

const plain = (text: string): PageText => ({ mediaType: 'text/plain; charset=utf-8', text });

const escapeLabel = (text: string): string => text.replace(/[[\]\\]/g, String.raw`\$&`);

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');
