import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '../../../../platform/access/actor.js';
import { Database } from '../../../../platform/database/database.js';
import { Files } from '../../../../platform/files/files.js';
import type { ReadableFile } from '../../../../platform/files/file-references.js';
import { notFound } from '../../../../platform/errors/domain-error.js';
import { isVisibleTo } from '../../audience/audience.js';
import { hasIdOrSlug, isIdOrSlug, itemLabel } from '../../items/items.queries.js';
import { createCaptions } from '../captions/video-captions.service.js';

/** A quality of a video, as the main playlist names it. */
interface PlaylistRendition {
  /** in pixels */
  height: number;
  width: number;
  /** bits per second */
  bitrate: number;
  codecs: string;
}

/** Media type of HLS playlists (RFC 8216). */
export const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** @param renditions the smallest first: players begin with the first one until they know their bandwidth */
export const mainPlaylist = (renditions: readonly PlaylistRendition[]): string =>
  [
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    ...renditions.flatMap(({ height, width, bitrate, codecs }) => [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bitrate},RESOLUTION=${width}x${height},CODECS="${codecs}"`,
      `${height}.m3u8`,
    ]),
    '',
  ].join('\n');

/** @param stored a playlist whose segments are byte ranges of one file; every address in it becomes `url` */
export const renditionPlaylist = (stored: string, url: string): string =>
  stored
    .split(/\r?\n/)
    .map((line) => {
      if (line.startsWith('#')) return line.replace(/\bURI="[^"]*"/, () => `URI="${url}"`);
      return line.trim() ? url : line;
    })
    .join('\n');

/**
 * What players load of a video. Each read checks that the actor may see the video; what a video does not have is as
 * missing as a video that the actor may not see.
 */
@Injectable()
export class PlaybackQueries {
  constructor(
    private readonly database: Database,
    private readonly files: Files,
  ) {}

  /** The file to play. @throws 404 */
  async getFile(idOrSlug: string, actor: Actor): Promise<ReadableFile> {
    const row = await this.find<{ file_id: string | null }>(idOrSlug, actor, { columns: sql`v.file_id` });
    const file = row?.file_id ? await this.files.find(row.file_id) : undefined;
    if (!file) throw notFound(itemLabel('video'));
    // The address of the video leads to another file after an edit, so shared caches must not keep it.
    return { ...file, isPublic: false };
  }

  /** The HLS playlist with all qualities. @throws 404 */
  async getMainPlaylist(idOrSlug: string, actor: Actor): Promise<string> {
    const row = await this.find<{ renditions: PlaylistRendition[] | null }>(idOrSlug, actor, {
      columns: sql`
        (select jsonb_agg(
           jsonb_build_object('height', r.height, 'width', r.width, 'bitrate', r.bitrate, 'codecs', r.codecs)
           order by r.height)
         from renditions r where r.video_id = v.item_id) as renditions`,
    });
    if (!row?.renditions) throw notFound(itemLabel('video'));
    return mainPlaylist(row.renditions);
  }

  /** The HLS playlist of one quality. @throws 404 */
  async getRenditionPlaylist(idOrSlug: string, height: number, actor: Actor): Promise<string> {
    const row = await this.find<{ file_id: string; playlist: string }>(idOrSlug, actor, {
      columns: sql`r.file_id, r.playlist`,
      join: sql`join renditions r on r.video_id = v.item_id and r.height = ${height}`,
    });
    const file = row && (await this.files.find(row.file_id));
    if (!row || !file) throw notFound(itemLabel('video'));
    return renditionPlaylist(row.playlist, file.url);
  }

  /**
   * The captions as WebVTT, with a hash of them.
   * @param known hashes of captions that the requester has already; the text of these is not read
   * @throws 404
   */
  async getCaptions(
    idOrSlug: string,
    actor: Actor,
    known: readonly string[],
  ): Promise<{ hash: string; vtt: string | null }> {
    const row = await this.find<{ hash: string | null; vtt: string | null; transcript: string | null }>(
      idOrSlug,
      actor,
      {
        columns: sql`
        c.hash, case when c.hash <> all(${known}::text[]) then c.vtt end as vtt,
        case when c.hash is null then v.transcript end as transcript`,
        join: sql`left join video_captions c on c.video_id = v.item_id`,
      },
    );
    if (!row) throw notFound(itemLabel('video'));
    const { hash, vtt, transcript } = row;
    return hash === null ? createCaptions(transcript ?? '') : { hash, vtt };
  }

  private async find<Row extends object>(
    idOrSlug: string,
    actor: Actor,
    { columns, join = sql`` }: { columns: RawBuilder<unknown>; join?: RawBuilder<unknown> },
  ): Promise<Row | undefined> {
    if (!isIdOrSlug(idOrSlug)) return undefined;
    const { rows } = await sql<Row>`
      select ${columns}
      from content_items i
      join videos v on v.item_id = i.id ${join}
      where ${hasIdOrSlug('video', idOrSlug)} and ${isVisibleTo(actor, 'i')}`.execute(this.database.db);
    return rows[0];
  }
}
