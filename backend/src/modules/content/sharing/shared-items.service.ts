import { Injectable } from '@nestjs/common';
import { Config } from '../../../platform/config/config.js';
import { DomainError, notFound, unauthorized } from '../../../platform/errors/domain-error.js';
import { FileReferences, type ReadableFile } from '../../../platform/files/file-references.js';
import { replaceFilePaths } from '../../../platform/files/file-url.js';
import type { Client } from '../../../platform/http/request/request.js';
import { type RateLimit, RateLimiter } from '../../../platform/limits/rate-limiter.js';
import type { Localized } from '../../../platform/language/texts.js';
import { matchesPassword } from '../../auth/index.js';
import { THUMBNAIL_SUBJECTS } from '../items/derived-data.service.js';
import { VIDEO_MEDIA } from '../videos/videos.repository.js';
import { ShareGrantSigner } from './share-grant-signer.js';
import type { SharedItemResponse } from './shared-items.dto.js';
import { type OpenLink, type SharedItem, SharedItemsQueries } from './shared-items.queries.js';
import { SharingSettings } from './sharing.settings.js';

const HOUR_S = 3600;
/** Wrong passwords per link and address. */
const WRONG_PER_ADDRESS = 20;
/** Wrong passwords per link, from all addresses. */
const WRONG_PER_LINK = 200;

const toLimit = (limit: number): RateLimit => ({
  limit,
  windowSeconds: HOUR_S,
  refusal: (texts) => texts.content.tooManySharePasswords,
});

const wrong: Localized = (texts) => texts.content.sharePasswordWrong;

/**
 * Opens share links. Everything else is as missing as an unknown link: expired and revoked ones, those to what readers
 * do not see, and all of them while share links are turned off.
 */
@Injectable()
export class SharedItemsService {
  constructor(
    private readonly queries: SharedItemsQueries,
    private readonly grants: ShareGrantSigner,
    private readonly settings: SharingSettings,
    private readonly limiter: RateLimiter,
    private readonly files: FileReferences,
    private readonly config: Config,
  ) {}

  /** Whether a link with this token opens something, perhaps with a password. */
  async isOpen(token: string): Promise<boolean> {
    return (await this.settings.isEnabled()) && (await this.queries.findByToken(token)) !== undefined;
  }

  /** Opens a link, which counts. @throws 401 password_required, password_wrong; 404; 429 */
  async open(token: string, password: string | undefined, client: Client): Promise<SharedItemResponse> {
    await this.settings.requireOpen();
    const link = await this.queries.findByToken(token);
    if (!link) throw notFound('shareLink');
    if (link.passwordHash !== null) await this.requirePassword(link, link.passwordHash, password, client);
    const response = await this.read(link);
    await this.queries.recordOpening(link);
    return response;
  }

  /** Reads an opened link again; its addresses contain the same grant. @throws 404 */
  async reread(grant: string): Promise<SharedItemResponse> {
    return this.read(await this.requireLink(grant), grant);
  }

  /** The id of the video that a grant opens. @throws 404 */
  async requireVideo(grant: string): Promise<{ checkedId: string }> {
    const { kind, itemId } = await this.requireLink(grant);
    if (kind !== 'video') throw notFound('shareLink');
    return { checkedId: itemId };
  }

  /** An image of what a grant opens, or a rendition of its video. @throws 404 */
  async findFile(grant: string, id: string, hash: string): Promise<ReadableFile> {
    return this.files.findUsed(toSubjects(await this.requireLink(grant)), id, hash);
  }

  /** Leads an address of the API, such as that of a file, past the account of the reader to the right of a link. */
  toSharedAddress(grant: string, url: string): string {
    const { API_PREFIX } = this.config.env;
    return `${API_PREFIX}/shared/${grant}${url.slice(API_PREFIX.length)}`;
  }

  private async requireLink(grant: string): Promise<OpenLink> {
    await this.settings.requireOpen();
    const granted = await this.grants.find(grant);
    const link = granted && (await this.queries.findGranted(granted));
    if (!link) throw notFound('shareLink');
    return link;
  }

  /** Attempts are counted before the password is compared, so that parallel ones count; the right one resets them. */
  private async requirePassword(
    { id }: OpenLink,
    hash: string,
    password: string | undefined,
    { address }: Client,
  ): Promise<void> {
    if (password === undefined) throw unauthorized((texts) => texts.content.sharePasswordRequired, 'password_required');
    const [ofLink, ofAddress] = [`share ${id}`, `share ${id} ${address}`];
    await this.limiter.check(ofLink, toLimit(WRONG_PER_LINK));
    await this.limiter.consume(ofAddress, toLimit(WRONG_PER_ADDRESS));
    if (await matchesPassword(hash, password)) return this.limiter.reset(ofAddress);
    await this.limiter.consume(ofLink, toLimit(WRONG_PER_LINK));
    throw new DomainError(401, 'password_wrong', wrong, { errors: [{ field: 'password', message: wrong }] });
  }

  private async read(link: OpenLink, opened?: string): Promise<SharedItemResponse> {
    const item = await this.queries.readItem(link);
    if (!item) throw notFound('shareLink');
    const grant = opened ?? (await this.createGrant(link, link.itemId));
    const used = await this.files.listUsed({ subjectType: link.kind, subjectId: link.itemId });
    const { title, summary, version, updated_at } = item;
    return {
      grant,
      type: link.kind,
      title,
      summary,
      content: replaceFilePaths(item.content, used, (path) => `/shared/${grant}${path}`),
      version,
      updated_at: updated_at.toISOString(),
      thumbnail: this.findThumbnail(link, item, grant),
      video: link.kind === 'video' ? this.toVideo(item, grant) : null,
      pages: await this.listPages(link),
    };
  }

  private async listPages(link: OpenLink): Promise<SharedItemResponse['pages']> {
    if (!link.includeChildren) return [];
    const pages = await this.queries.listPages(link);
    if (pages.length < 2) return [];
    return Promise.all(pages.map(async (page) => ({ ...page, grant: await this.createGrant(link, page.id) })));
  }

  private createGrant({ id }: OpenLink, itemId: string): Promise<string> {
    return this.grants.create({ linkId: id, itemId });
  }

  private findThumbnail({ kind }: OpenLink, item: SharedItem, grant: string): string | null {
    const isUsed = kind === 'video' || item.thumbnail_placement === 'PAGE';
    const widest = isUsed ? item.thumbnail?.at(-1) : undefined;
    return widest ? this.toSharedAddress(grant, this.config.env.API_PREFIX + widest.url) : null;
  }

  private toVideo(item: SharedItem, grant: string): SharedItemResponse['video'] {
    const path = this.toSharedAddress(grant, this.config.env.API_PREFIX);
    return {
      source_type: item.source_type ?? 'UPLOAD',
      embed_id: item.embed_id,
      duration_sec: item.duration_sec,
      chapters: item.chapters ?? [],
      transcript: item.transcript ?? '',
      file_url: item.file_id ? `${path}/video` : null,
      hls_url: item.has_renditions ? `${path}/hls/main.m3u8` : null,
      captions_url: item.has_captions ? `${path}/captions.vtt` : null,
    };
  }
}

/** What may use the files of an item: its text, its thumbnail, and its media. */
const toSubjects = ({ kind, itemId }: OpenLink) =>
  [kind, THUMBNAIL_SUBJECTS[kind], ...(kind === 'video' ? [VIDEO_MEDIA] : [])].map((subjectType) => ({
    subjectType,
    subjectId: itemId,
  }));
