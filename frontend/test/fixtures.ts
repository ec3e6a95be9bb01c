import type { CommentResponse } from '../src/api/generated/model/commentResponse';
import type { DocumentResponse } from '../src/api/generated/model/documentResponse';
import type { OwnUserResponse } from '../src/api/generated/model/ownUserResponse';
import type { VideoResponse } from '../src/api/generated/model/videoResponse';

let lastId = 0;
const createId = (kind: string) => `${kind}-${++lastId}`;

/** A user with a new id, so that tests do not share drafts. */
export function createUser(changes: Partial<OwnUserResponse> = {}): OwnUserResponse {
  return {
    id: createId('user'),
    name: 'Ada Author',
    full_name: 'Ada Author',
    email: 'ada@example.org',
    handle: 'ada',
    role: 'EDITOR',
    role_display_name: 'Editor',
    avatar_url: null,
    picture: null,
    last_login_at: null,
    post_count: 0,
    created_at: '2026-01-01T00:00:00Z',
    show_role_badge: false,
    permissions: ['comments.create', 'content.create', 'content.publish', 'content.set_internal'],
    bio: '',
    profile_bio: '',
    skills: [],
    profile_skills: [],
    notification_preferences: {} as OwnUserResponse['notification_preferences'],
    signature: '',
    location: '',
    website: '',
    language: 'auto',
    reputation: 0,
    join_date: '2026-01-01T00:00:00Z',
    email_verified: true,
    needs_password_setup: false,
    moderates_categories: false,
    ...changes,
  };
}

/** A draft document that its author may edit, submit and publish. */
export function createDocument(changes: Partial<DocumentResponse> = {}): DocumentResponse {
  return {
    id: createId('document'),
    title: 'Title',
    slug: 'title',
    parent_id: null,
    trail: [],
    content: 'one\n\ntwo\n\nthree',
    summary: '',
    category_id: null,
    category: null,
    author_id: 'author',
    author_name: 'Ada Author',
    author_avatar: null,
    difficulty: 'BEGINNER',
    visibility: 'PUBLIC',
    status: 'DRAFT',
    version: 1,
    tags: [],
    thumbnail: null,
    thumbnail_srcset: null,
    thumbnail_placement: 'PAGE',
    view_count: 0,
    like_count: 0,
    helpful_count: 0,
    bookmark_count: 0,
    confused_count: 0,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: null,
    published_at: null,
    abilities: {
      edit: true,
      delete: true,
      submit: true,
      withdraw: false,
      publish: true,
      archive: false,
      review: false,
      share: false,
      comment: true,
      react: true,
      make_template: true,
      withdraw_edit: false,
    },
    meta_title: '',
    meta_description: '',
    has_open_passages: false,
    pending_revision: null,
    review_note: null,
    reviewer_id: null,
    reviewer_name: null,
    reviewed_at: null,
    submitter_id: null,
    submitter_name: null,
    ...changes,
  };
}

/** A published video at YouTube that its author may edit. */
export function createVideo(changes: Partial<VideoResponse> = {}): VideoResponse {
  const { content: _, pending_revision: __, ...item } = createDocument();
  return {
    ...item,
    id: createId('video'),
    slug: 'title',
    status: 'READY',
    published_at: '2026-01-01T00:00:00Z',
    duration_sec: null,
    source_type: 'YOUTUBE',
    source_url: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    embed_id: 'dQw4w9WgXcQ',
    chapter_count: 0,
    description: '',
    chapters: [],
    transcript: '',
    file_url: null,
    file_id: null,
    hls_url: null,
    captions_url: null,
    original_name: null,
    error_reason: null,
    processing: null,
    abilities: {
      edit: true,
      delete: true,
      retry: false,
      submit: false,
      withdraw: false,
      cancel: false,
      publish: false,
      review: false,
      share: false,
      comment: true,
      react: true,
    },
    ...changes,
  };
}

export function createComment(changes: Partial<CommentResponse> = {}): CommentResponse {
  return {
    id: createId('comment'),
    content_type: 'document',
    content_id: 'document',
    root_id: null,
    parent_id: null,
    parent_author: null,
    content: 'A comment',
    author: { id: 'author', name: 'Ada Author', handle: 'ada', role: 'EDITOR', picture: null, avatar_url: null },
    mentions: [],
    created_at: '2026-01-01T00:00:00Z',
    edited_at: null,
    edited_by_moderator: false,
    is_hidden: false,
    anchor: null,
    is_outdated: false,
    resolved_at: null,
    resolved_by: null,
    revision_id: null,
    ...changes,
  };
}
