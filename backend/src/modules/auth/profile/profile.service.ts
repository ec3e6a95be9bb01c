import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { UnusedFiles } from '../../../platform/files/unused-files.js';
import type { Form } from '../../../platform/http/forms/form-body.js';
import { Images, type UploadedImage } from '../../../platform/images/images.js';
import { UserChanges } from '../users/user.events.js';
import { User } from '../users/user.entity.js';
import { Avatars } from './avatars.js';
import type { UpdateProfileRequest } from './profile.dto.js';

/** File id of the new avatar; null removes it, undefined keeps the current one. */
type NewAvatar = string | null | undefined;

/** Updates the signed-in user's own profile. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly images: Images,
    private readonly avatars: Avatars,
    private readonly unusedFiles: UnusedFiles,
    private readonly userChanges: UserChanges,
  ) {}

  /** An uploaded file takes precedence over `avatar_url`. */
  async update(actor: Actor, { fields, files }: Form<UpdateProfileRequest, 'avatar'>): Promise<void> {
    const before = await this.avatars.findCurrentFileId(actor);
    const image = files.avatar ?? (await this.loadRequestedImage(actor, fields.avatar_url, before));
    // Outside the transaction: encoding an image is slow.
    if (image) await this.images.countUpload(actor);
    const avatar = image && (await this.images.storeAvatar(actor, image)).id;
    try {
      await this.save(actor, fields, avatar);
    } finally {
      // The former avatar, or the new one when saving failed; files in use are kept.
      if (avatar !== undefined) await this.unusedFiles.discard([before, avatar].filter((id) => id !== null));
    }
  }

  private async loadRequestedImage(
    actor: Actor,
    url: string | null | undefined,
    currentFileId: string | null,
  ): Promise<UploadedImage | null | undefined> {
    if (url === '') return null;
    return url ? this.avatars.loadImage(actor, url, currentFileId) : undefined;
  }

  private async save(actor: Actor, fields: UpdateProfileRequest, avatarFileId: NewAvatar): Promise<void> {
    await this.database.transaction(async (em) => {
      const user = await em.findOneOrFail(User, actor.userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const { email, in_app } = fields.notification_preferences ?? {};
      user.updateProfile({
        name: fields.name ?? fields.full_name,
        bio: fields.bio ?? fields.profile_bio,
        skills: uniqueSkills(fields.skills ?? fields.profile_skills),
        preferences: { email: email ?? user.preferences.email, in_app: in_app ?? user.preferences.in_app },
        signature: fields.signature,
        location: fields.location,
        website: fields.website,
      });
      await em.flush();
      await this.userChanges.notify(user.id);
      if (avatarFileId === undefined) return;
      user.setAvatar(avatarFileId);
      await this.avatars.setReference(actor, avatarFileId);
    });
  }
}

/** Trimmed, without empty and duplicate ones. */
const uniqueSkills = (skills: string[] | null | undefined) =>
  skills && [...new Set(skills.map((skill) => skill.trim()).filter(Boolean))];
