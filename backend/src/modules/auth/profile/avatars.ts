import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { FileReferences, type ReadableFile } from '../../../platform/files/file-references.js';
import { parseFilePath } from '../../../platform/files/file-url.js';
import { DomainError, invalid } from '../../../platform/http/errors/domain-error.js';
import type { UploadedImage } from '../../../platform/images/images.js';
import { Storage } from '../../../platform/storage/storage.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';

/** Type of the subject that refers to an avatar's file; its id is the user's. */
export const AVATAR = 'avatar';

/** Avatar files, readable for everyone. */
@Injectable()
export class Avatars {
  constructor(
    private readonly database: Database,
    private readonly fileReferences: FileReferences,
    private readonly storage: Storage,
    private readonly config: Config,
    visibility: VisibilityRegistry,
  ) {
    visibility.register(AVATAR, { findVisible: (_actor, ids) => this.findVisible(ids) });
  }

  async findCurrentFileId(actor: Actor): Promise<string | null> {
    const row = await this.database.one<{ avatar_file_id: string | null }>(
      'select avatar_file_id from users where id = $1',
      [actor.userId],
    );
    return row?.avatar_file_id ?? null;
  }

  /** Joins the caller's transaction. @param fileId a file that the actor has stored; null removes the avatar */
  async setReference(actor: Actor, fileId: string | null): Promise<void> {
    await this.fileReferences.replace(
      fileId === null ? [] : [fileId],
      { subjectType: AVATAR, subjectId: actor.userId },
      actor,
    );
  }

  /**
   * Loads the image at a URL of this hub; undefined for the current avatar. Callers store a copy: avatars are small
   * squares, and the original keeps its own visibility.
   * @throws 400 for anything but an image of this hub that the actor may read
   */
  async loadImage(actor: Actor, url: string, currentFileId: string | null): Promise<UploadedImage | undefined> {
    const { publicUrl, env } = this.config;
    const path = url.startsWith(`${publicUrl}/`) ? url.slice(publicUrl.length) : url;
    const location = path.startsWith(`${env.API_PREFIX}/`)
      ? parseFilePath(path.slice(env.API_PREFIX.length))
      : undefined;
    if (!location) throw notAnAvatar();
    if (location.id === currentFileId) return undefined;
    const file = await this.findReadableFile(actor, location);
    if (!file.media_type.startsWith('image/') || file.size > env.MAX_IMAGE_MB * 1024 ** 2) throw notAnAvatar();
    const content = await this.storage.read(file.sha256);
    if (!content) throw notAnAvatar();
    return { bytes: await buffer(content), name: file.name };
  }

  private async findReadableFile(actor: Actor, { id, hash }: { id: string; hash: string }): Promise<ReadableFile> {
    try {
      return await this.fileReferences.readable(actor, id, hash);
    } catch (error) {
      throw error instanceof DomainError && error.status === 404 ? notAnAvatar() : error;
    }
  }

  private async findVisible(ids: string[]): Promise<VisibleSubjects> {
    const rows = await this.database.query<{ id: string }>(
      'select id from users where id = any($1::uuid[]) and erased_at is null',
      [ids],
    );
    const users = new Set(rows.map((row) => row.id));
    return { visible: users, public: users };
  }
}

const notAnAvatar = () =>
  invalid([
    {
      field: 'avatar_url',
      message: 'The avatar must be an image of this hub, or empty. Send other images as the file “avatar”.',
    },
  ]);
