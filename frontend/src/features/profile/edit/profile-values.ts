import type { OwnUserResponse } from '../../../api/generated/model/ownUserResponse';

/** Field names match the API, so that the server's field errors map to the fields. */
export interface ProfileValues extends Record<string, unknown> {
  name: string;
  bio: string;
  skills: string[];
  location: string;
  website: string;
  signature: string;
  notification_preferences: { email: boolean; in_app: boolean };
}

export function toFormValues(user: OwnUserResponse): ProfileValues {
  const { name, bio, skills, location, website, signature, notification_preferences } = user;
  return { name, bio, skills, location, website, signature, notification_preferences };
}

/** A file is the new avatar, 'remove' deletes the current one. */
export type AvatarChange = File | 'remove' | undefined;
