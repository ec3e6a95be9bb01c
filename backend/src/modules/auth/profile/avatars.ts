import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { FileReaders, type ReadableSubjects } from '../../../platform/files/file-readers.js';
import { FileUses, type ReadableFile } from '../../../platform/files/file-uses.js';
import { fileAt } from '../../../platform/files/file-url.js';
import { DomainError, invalid } from '../../../platform/http/domain-error.js';
import type { SentPicture } from '../../../platform/pictures/pictures.js';
import { Storage } from '../../../platform/storage/storage.js';

const AVATAR = 'avatar';

/** The files that are avatars: readable for everyone, as people's names are. */
@Injectable()
export class Avatars {
  constructor(
    private readonly database: Database,
    private readonly uses: FileUses,
    private readonly storage: Storage,
    private readonly config: Config,
    readers: FileReaders,
  ) {
    readers.register(AVATAR, (_actor, ids) => this.readable(ids));
  }

  async currentFileId(actor: Actor): Promise<string | null> {
    const row = await this.database.one<{ avatar_file_id: string | null }>(
      'select avatar_file_id from users where id = $1',
      [actor.userId],
    );
    return row?.avatar_file_id ?? null;
  }

  /** In the caller's transaction. @param fileId of a file that the actor has stored; null: none any more */
  async use(actor: Actor, fileId: string | null): Promise<void> {
    await this.uses.setUses(fileId === null ? [] : [fileId], { subjectType: AVATAR, subjectId: actor.userId }, actor);
  }

  /**
   * The picture that a request means by an address; undefined for the avatar there is. It will be copied, so that an avatar
   * is always square and small, and what it was made of keeps its own readers.
   * @throws 400 for anything but an image of this site that the actor may read
   */
  async pictureAt(actor: Actor, url: string, currentFileId: string | null): Promise<SentPicture | undefined> {
    const { publicUrl, env } = this.config;
    const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
    const place = path.startsWith(`${env.API_PREFIX}/`) ? fileAt(path.slice(env.API_PREFIX.length)) : undefined;
    if (!place) throw notAnAvatar();
    if (place.id === currentFileId) return undefined;
    const file = await this.readableFile(actor, place);
    if (!file.media_type.startsWith('image/') || file.size > env.MAX_IMAGE_MB * 1024 ** 2) throw notAnAvatar();
    const content = await this.storage.read(file.sha256);
    if (!content) throw notAnAvatar();
    return { bytes: await buffer(content), name: file.name };
  }

  private async readableFile(actor: Actor, { id, hash }: { id: string; hash: string }): Promise<ReadableFile> {
    try {
      return await this.uses.readable(actor, id, hash);
    } catch (error) {
      throw error instanceof DomainError && error.status === 404 ? notAnAvatar() : error;
    }
  }

  private async readable(ids: string[]): Promise<ReadableSubjects> {
    const rows = await this.database.query<{ id: string }>(
      'select id from users where id = any($1::uuid[]) and erased_at is null',
      [ids],
    );
    const people = new Set(rows.map((row) => row.id));
    return { readable: people, public: people };
  }
}

const notAnAvatar = () =>
  invalid([
    {
      field: 'avatar_url',
      message: 'The avatar must be an image of this site, or empty. Send other pictures as the file "avatar".',
    },
  ]);
