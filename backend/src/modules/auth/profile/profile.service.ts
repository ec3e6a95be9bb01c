import { Injectable } from '@nestjs/common';
import { LockMode } from '@mikro-orm/postgresql';
import type { Actor } from '../../../platform/access/actor.js';
import { Database } from '../../../platform/database/database.js';
import { UnusedFiles } from '../../../platform/files/unused-files.js';
import type { Form } from '../../../platform/http/form-body.js';
import { Pictures, type SentPicture } from '../../../platform/pictures/pictures.js';
import { PersonChanges } from '../users/person-changes.js';
import { User } from '../users/user.entity.js';
import { Avatars } from './avatars.js';
import type { UpdateProfileRequest } from './profile.dto.js';

/** The file of the avatar from now on; null for none, undefined for the one there is. */
type NewAvatar = string | null | undefined;

/** What people change about themselves. */
@Injectable()
export class ProfileService {
  constructor(
    private readonly database: Database,
    private readonly pictures: Pictures,
    private readonly avatars: Avatars,
    private readonly unused: UnusedFiles,
    private readonly changes: PersonChanges,
  ) {}

  /** A picture that was sent as a file goes before `avatar_url`. */
  async update(actor: Actor, { fields, files }: Form<UpdateProfileRequest, 'avatar'>): Promise<void> {
    const before = await this.avatars.currentFileId(actor);
    const picture = files.avatar ?? (await this.meant(actor, fields.avatar_url, before));
    // Outside the transaction, since making a picture takes long.
    const avatar = picture && (await this.pictures.storeAvatar(actor, picture)).id;
    try {
      await this.save(actor, fields, avatar);
    } finally {
      // Whichever nothing shows: the former one, or the new one when the save failed.
      if (avatar !== undefined) await this.unused.discard([before, avatar].filter((id) => id !== null));
    }
  }

  private async meant(
    actor: Actor,
    url: string | null | undefined,
    currentFileId: string | null,
  ): Promise<SentPicture | null | undefined> {
    if (url === '') return null;
    return url ? this.avatars.pictureAt(actor, url, currentFileId) : undefined;
  }

  private async save(actor: Actor, fields: UpdateProfileRequest, avatarFileId: NewAvatar): Promise<void> {
    await this.database.transaction(async (em) => {
      const user = await em.findOneOrFail(User, actor.userId, { lockMode: LockMode.PESSIMISTIC_WRITE });
      const { email, in_app } = fields.notification_preferences ?? {};
      user.changeProfile({
        name: fields.name ?? fields.full_name,
        bio: fields.bio ?? fields.profile_bio,
        skills: eachOnce(fields.skills ?? fields.profile_skills),
        preferences: { email: email ?? user.preferences.email, in_app: in_app ?? user.preferences.in_app },
        signature: fields.signature,
        location: fields.location,
        website: fields.website,
      });
      await em.flush();
      await this.changes.tell(user.id);
      if (avatarFileId === undefined) return;
      user.showAvatar(avatarFileId);
      await this.avatars.use(actor, avatarFileId);
    });
  }
}

/** As the form adds them: none empty, none twice. */
const eachOnce = (skills: string[] | null | undefined) =>
  skills && [...new Set(skills.map((skill) => skill.trim()).filter(Boolean))];
