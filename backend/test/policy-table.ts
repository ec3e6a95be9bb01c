import type { Permission } from '../src/modules/roles/index.js';

/**
 * Expected permissions of all operations, independent of the code: `public`, `signed-in`, a permission, or a list of
 * permissions of which one is enough (a refusal names the first). `{ others }`: authors may edit their own items,
 * and users with that permission those of others.
 */
export type Policy = 'public' | 'signed-in' | Permission | [Permission, ...Permission[]] | { others: Permission };

export const policies: Record<string, Policy> = {
  getLiveness: 'public',
  getReadiness: 'public',
  getAccess: 'public',

  login: 'public',
  loginEnhanced: 'public',
  register: 'public',
  registerEnhanced: 'public',
  logout: 'public',
  getMe: 'signed-in',
  listSessions: 'signed-in',
  revokeSession: 'signed-in',
  revokeOtherSessions: 'signed-in',

  setupPassword: 'signed-in',
  changePassword: 'signed-in',
  forgotPassword: 'public',
  resetPassword: 'public',
  verifyEmail: 'public',
  sendVerificationEmail: 'signed-in',

  createPasskeyAuthenticationOptions: 'public',
  authenticatePasskey: 'public',
  createPasskeyRegistrationOptions: 'signed-in',
  listPasskeys: 'signed-in',
  registerPasskey: 'signed-in',
  renamePasskey: 'signed-in',
  deletePasskey: 'signed-in',

  listSignInProviders: 'public',
  startExternalSignIn: 'public',
  finishExternalSignIn: 'public',
  completeExternalSignIn: 'public',
  listExternalIdentities: 'signed-in',
  deleteExternalIdentity: 'signed-in',

  // Access to a file depends on its references.
  getFile: 'public',

  getUploadAbilities: 'content.create',
  createUpload: 'content.create',
  getUploadOffset: 'content.create',
  appendToUpload: 'content.create',
  deleteUpload: 'content.create',

  updateProfile: 'signed-in',
  getUserProfile: 'public',
  redeemRoleCode: 'signed-in',
  listRoleCodes: 'system.manage',
  createRoleCode: 'system.manage',
  deleteRoleCode: 'system.manage',

  listNotifications: 'signed-in',
  getUnreadCount: 'signed-in',
  streamNotifications: 'signed-in',
  readNotification: 'signed-in',
  readAllNotifications: 'signed-in',
  // The signed link in the mail replaces the sign-in.
  getUnsubscribePage: 'public',
  unsubscribe: 'public',

  listUsers: 'users.manage',
  changeUserRole: 'users.manage',
  listRoleAssignments: 'users.manage',
  assignRole: 'users.manage',

  listCustomRoles: 'roles.manage',
  createCustomRole: 'roles.manage',
  updateCustomRole: 'roles.manage',
  deleteCustomRole: 'roles.manage',
  getRoleDisplaySettings: 'roles.manage',
  updateRoleDisplaySettings: 'roles.manage',
  getPublicRoleStyling: 'public',
  listRoleStyling: 'roles.manage',
  updateRoleStyling: 'roles.manage',
  resetRoleStyling: 'roles.manage',
  listPermissions: 'permissions.manage',
  listRolePermissions: 'permissions.manage',
  setRolePermissions: 'permissions.manage',

  listCategories: 'public',
  getCategory: 'public',
  createCategory: 'categories.manage',
  updateCategory: 'categories.manage',
  deleteCategory: 'categories.manage',

  getHome: 'public',
  getOverview: 'analytics.view',
  listUserActivity: 'public',
  searchContent: 'public',
  listSuggestions: 'public',

  listDocuments: 'public',
  getDocument: 'public',
  createDocument: 'content.create',
  setDocumentStatus: { others: 'content.publish' },
  updateDocument: { others: 'content.edit_any' },
  updateDocumentEnhanced: { others: 'content.edit_any' },
  deleteDocument: { others: 'content.delete_any' },
  uploadDocumentThumbnail: { others: 'content.edit_any' },
  deleteDocumentThumbnail: { others: 'content.edit_any' },
  listVideos: 'public',
  getVideo: 'public',
  createVideo: 'content.create',
  uploadVideoWithThumbnail: 'content.create',
  setVideoStatus: 'content.publish',
  reviewVideo: 'content.publish',
  updateVideo: { others: 'content.edit_any' },
  deleteVideo: { others: 'content.delete_any' },
  uploadVideoThumbnail: { others: 'content.edit_any' },
  deleteVideoThumbnail: { others: 'content.edit_any' },
  getVideoFile: 'public',
  getVideoPlaylist: 'public',
  getVideoRenditionPlaylist: 'public',
  getVideoCaptions: 'public',
  getWatchPosition: 'signed-in',
  setWatchPosition: 'signed-in',
  retryVideo: { others: 'content.edit_any' },
  cancelVideo: { others: 'content.edit_any' },
  // Bookmarks need only sign-in, so the route does; the other reactions take reactions.create.
  react: 'signed-in',
  listOwnReactions: 'signed-in',
  createBookmark: 'signed-in',
  deleteBookmark: 'signed-in',
  listBookmarks: 'signed-in',
  listComments: 'public',
  createComment: 'comments.create',
  updateComment: { others: 'moderation.handle' },
  deleteComment: { others: 'moderation.handle' },
  uploadImage: ['comments.create', 'content.create'],
  exportDocuments: 'signed-in',
  importDocuments: 'content.create',
  cancelImport: 'content.create',
  listTags: 'public',
  reviewDocument: 'content.publish',
  getDocumentDraft: { others: 'content.publish' },
  // Own edits only, with any permissions.
  withdrawDocumentDraft: 'signed-in',
  // Also for holders of content.edit_any, who by default are among those of content.publish.
  listDocumentRevisions: { others: 'content.publish' },
  getDocumentRevision: { others: 'content.publish' },
  restoreDocumentRevision: { others: 'content.edit_any' },
};

/**
 * The status of a request that the policy allows, where it is not 200. The matrix sends complete requests, except where
 * noted: an empty body (400) shows as well that the request got past the policy.
 */
export const allowedStatuses: Record<string, number> = {
  // Without an uploaded file.
  uploadImage: 400,
  uploadDocumentThumbnail: 400,
  importDocuments: 400,
  uploadVideoThumbnail: 400,
  // A video of another service has no files.
  getVideoFile: 404,
  getVideoPlaylist: 404,
  getVideoRenditionPlaylist: 404,
  // Without a file.
  uploadVideoWithThumbnail: 400,
  // A published video has nothing to repeat or cancel, and awaits no review.
  retryVideo: 409,
  cancelVideo: 409,
  // Without the header of the protocol's version.
  getUploadAbilities: 204,
  createUpload: 412,
  // Without credentials or a token.
  login: 400,
  loginEnhanced: 400,
  register: 400,
  registerEnhanced: 400,
  forgotPassword: 400,
  resetPassword: 400,
  verifyEmail: 400,
  setupPassword: 400,
  changePassword: 400,
  authenticatePasskey: 400,
  registerPasskey: 400,
  completeExternalSignIn: 400,
  getUnsubscribePage: 400,
  unsubscribe: 400,
  // No provider is configured.
  startExternalSignIn: 409,
  finishExternalSignIn: 409,
  // Objects of another user, which the requester may not know of.
  revokeSession: 404,
  renamePasskey: 404,
  deletePasskey: 404,
  deleteExternalIdentity: 404,
  readNotification: 404,
  deleteBookmark: 404,
  getUploadOffset: 404,
  appendToUpload: 404,
  deleteUpload: 404,
  getFile: 404,
  // No edit is pending or returned, and no code is valid.
  getDocumentDraft: 404,
  withdrawDocumentDraft: 404,
  redeemRoleCode: 404,
  createDocument: 201,
  createVideo: 201,
  createComment: 201,
  createBookmark: 201,
  createCategory: 201,
  createCustomRole: 201,
  createRoleCode: 201,
};

/** The table of the specification as decided: which of the five roles hold a permission by default. */
export const holders: Record<Permission, string[]> = {
  'content.create': ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR'],
  'content.edit_any': ['ADMIN', 'EDITOR'],
  'content.publish': ['ADMIN', 'EDITOR', 'REVIEWER'],
  'content.delete_any': ['ADMIN', 'EDITOR'],
  'content.view_internal': ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR'],
  'content.set_internal': ['ADMIN', 'EDITOR'],
  'categories.manage': ['ADMIN', 'EDITOR'],
  'comments.create': ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'],
  'reactions.create': ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'],
  'forum.post': ['ADMIN', 'EDITOR', 'REVIEWER', 'CONTRIBUTOR', 'VIEWER'],
  'forum.moderate': ['ADMIN', 'EDITOR'],
  'forum.manage_categories': ['ADMIN'],
  'admin.dashboard': ['ADMIN', 'EDITOR'],
  'analytics.view': ['ADMIN', 'EDITOR'],
  'admin.content': ['ADMIN', 'EDITOR'],
  'moderation.handle': ['ADMIN', 'EDITOR'],
  'users.manage': ['ADMIN'],
  'roles.manage': ['ADMIN'],
  'permissions.manage': ['ADMIN'],
  'system.manage': ['ADMIN'],
};
