/** The screen to invite people, linked from many places. */
export const INVITE_PATH = '/admin/users?dialog=invite';

export const INVITE_PERMISSION = 'users.manage';
