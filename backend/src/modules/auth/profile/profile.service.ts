import { buffer } from 'node:stream/consumers';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { FileReferences, type ReadableFile } from '../../../platform/files/file-references.js';
import { parseFilePath } from '../../../platform/files/file-url.js';
import { Files } from '../../../platform/files/files.js';
import { DomainError, invalid } from '../../../platform/errors/domain-error.js';
import type { Form } from '../../../platform/http/forms/form-body.js';
import { Images, type UploadedImage } from '../../../platform/images/images.js';
import { Storage } from '../../../platform/storage/storage.js';
import { VisibilityRegistry, type VisibleSubjects } from '../../../platform/visibility/visibility-registry.js';
import { UserChangeNotifier } from '../users/user.events.js';
import type { UpdateProfileRequest } from './profile.dto.js';

/** Type of the subject that refers to an avatar's file; its id is the user's. Avatars are readable for everyone. */
export const AVATAR = 'avatar';

/** Updates the signed-in user's own profile. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly images: Images,
    private readonly fileReferences: FileReferences,
    private readonly files: Files,
    private readonly userChanges: UserChangeNotifier,
    private readonly storage: Storage,
    private readonly config: Config,
    visibility: VisibilityRegistry,
  ) {
    visibility.register(AVATAR, { findVisible: (_actor, ids) => this.findVisible(ids) });
  }

  /** An uploaded file takes precedence over `avatar_url`. */
  async update(actor: Actor, { fields, files }: Form<UpdateProfileRequest, 'avatar'>): Promise<void> {
    const { avatar_file_id: before } = await this.database.db
      .selectFrom('users')
      .select('avatar_file_id')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow();
    const image = files.avatar ?? (await this.loadRequestedImage(actor, fields.avatar_url, before));
    // Outside the transaction: encoding an image is slow.
    if (image) await this.images.countUpload(actor);
    // null removes the avatar, undefined keeps the current one.
    const avatar = image && (await this.images.storeAvatar(actor, image)).id;
    try {
      await this.save(actor, fields, avatar);
    } finally {
      // The former avatar, or the new one when saving failed; files in use are kept.
      if (avatar !== undefined) await this.files.discard([before, avatar].filter((id) => id !== null));
    }
  }

  /** Omitted fields stay unchanged. The handle never changes: mentions refer to it. */
  private async save(actor: Actor, fields: UpdateProfileRequest, avatar: string | null | undefined): Promise<void> {
    const id = actor.userId;
    await this.database.transaction(async () => {
      const user = await this.database.db
        .selectFrom('users')
        .select(['name', 'bio', 'skills', 'preferences', 'signature', 'location', 'website', 'language'])
        .select('avatar_file_id')
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      const { email, in_app } = fields.notification_preferences ?? {};
      const { preferences } = user;
      await this.database.db
        .updateTable('users')
        .set({
          name: fields.name ?? fields.full_name ?? user.name,
          bio: fields.bio ?? fields.profile_bio ?? user.bio,
          skills: uniqueSkills(fields.skills ?? fields.profile_skills) ?? user.skills,
          preferences: JSON.stringify({ email: email ?? preferences.email, in_app: in_app ?? preferences.in_app }),
          signature: fields.signature ?? user.signature,
          location: fields.location ?? user.location,
          website: fields.website ?? user.website,
          language: fields.language === 'auto' ? null : (fields.language ?? user.language),
          avatar_file_id: avatar === undefined ? user.avatar_file_id : avatar,
          updated_at: new Date(),
        })
        .where('id', '=', id)
        .execute();
      await this.userChanges.notify(id);
      if (avatar === undefined) return;
      await this.fileReferences.replace(avatar === null ? [] : [avatar], { subjectType: AVATAR, subjectId: id }, actor);
    });
  }

  /** @returns null to remove the avatar, undefined to keep the current one */
  private async loadRequestedImage(
    actor: Actor,
    url: string | null | undefined,
    currentFileId: string | null,
  ): Promise<UploadedImage | null | undefined> {
    if (url === '') return null;
    return url ? this.loadImage(actor, url, currentFileId) : undefined;
  }

  /**
   * Loads the image at a URL of this hub; undefined for the current avatar. Callers store a copy: avatars are small
   * squares, and the original keeps its own visibility.
   * @throws 400 for anything but an image of this hub that the actor may read
   */
  private async loadImage(actor: Actor, url: string, currentFileId: string | null): Promise<UploadedImage | undefined> {
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
    const rows = await this.database.db
      .selectFrom('users')
      .select('id')
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .where('erased_at', 'is', null)
      .execute();
    const users = new Set(rows.map((row) => row.id));
    return { visible: users, public: users };
  }
}

/** Trimmed, without empty and duplicate ones. */
const uniqueSkills = (skills: string[] | null | undefined) =>
  skills && [...new Set(skills.map((skill) => skill.trim()).filter(Boolean))];

const notAnAvatar = () =>
  invalid([
    {
      field: 'avatar_url',
      message: (texts) => texts.auth.invalidAvatar,
    },
  ]);
