/**
 * The status of a request that the policy allows, where it is not 200. The matrix sends complete requests, except where
 * noted: an empty body (400) shows as well that the request got past the policy.
 */
export const allowedStatuses: Record<string, number> = {
  createBackup: 201,
  // Without a body, unlike other operations that create.
  createPostDocument: 201,
  // Without an uploaded file.
  uploadImage: 400,
  uploadAttachment: 400,
  uploadDocumentThumbnail: 400,
  importDocuments: 400,
  uploadVideoThumbnail: 400,
  // A video of another service has no files.
  getVideoFile: 404,
  getVideoPlaylist: 404,
  getVideoRenditionPlaylist: 404,
  // Without a file.
  uploadVideoWithThumbnail: 400,
  readCaptionFile: 400,
  // Without an address.
  getYouTubeDetails: 400,
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
  completeSetup: 400,
  createSetupPasskeyOptions: 400,
  completeSetupWithPasskey: 400,
  forgotPassword: 400,
  resetPassword: 400,
  verifyEmail: 400,
  findInvitation: 400,
  requestRegistrationLink: 400,
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
  revokeApiToken: 404,
  deleteExternalIdentity: 404,
  unsubscribePush: 404,
  readNotification: 404,
  readNotificationGroup: 404,
  deleteBookmark: 404,
  getUploadOffset: 404,
  appendToUpload: 404,
  deleteUpload: 404,
  getFile: 404,
  // Items that are neither in review nor hidden.
  moderateItem: 409,
  assignModerationItem: 409,
  restoreItem: 409,
  // Nothing is in the trash.
  restoreTrashItem: 404,
  purgeTrashItem: 404,
  // No edit is pending or returned, and no code is valid.
  getDocumentDraft: 404,
  // The document is no template.
  getDocumentTemplate: 404,
  withdrawDocumentDraft: 404,
  redeemRoleCode: 404,
  // No grant is ours.
  openShareLink: 404,
  getSharedItem: 404,
  getSharedFile: 404,
  getSharedVideoFile: 404,
  getSharedVideoPlaylist: 404,
  getSharedVideoRenditionPlaylist: 404,
  getSharedVideoCaptions: 404,
  createDocument: 201,
  createVideo: 201,
  createDocumentShareLink: 201,
  createVideoShareLink: 201,
  createComment: 201,
  createBookmark: 201,
  createCategory: 201,
  createCustomRole: 201,
  createApiToken: 201,
  createRoleCode: 201,
  createInvitation: 201,
  createGroup: 201,
  // The user is no member.
  removeGroupMember: 404,
  // The account is active.
  reactivateUser: 409,
  createForumCategory: 201,
  createThread: 201,
  splitThread: 201,
  createPost: 201,
  createReport: 201,
  // There are categories already.
  setUpDefaultForumCategories: 400,
};
