import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';

/** Named as the server names them, so that its field errors find their place. */
export interface ProfileValues extends Record<string, unknown> {
  name: string;
  bio: string;
  skills: string[];
  location: string;
  website: string;
  signature: string;
  notification_preferences: { email: boolean; in_app: boolean };
}

export function valuesOf(user: OwnUserResponse): ProfileValues {
  const { name, bio, skills, location, website, signature, notification_preferences } = user;
  return { name, bio, skills, location, website, signature, notification_preferences };
}

/** A file is the new avatar, 'remove' takes the present one away. */
export type AvatarChange = File | 'remove' | undefined;
