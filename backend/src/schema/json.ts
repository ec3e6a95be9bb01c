import type { ColumnType } from 'kysely';

/** A jsonb column: read as a value, written as text, since pg sends lists as arrays of PostgreSQL. */
export type Json<Value> = ColumnType<Value, string, string>;

export interface ImageVariant {
  url: string;
  width: number;
  height: number;
}

/** Details of an item's kind that lists show without a join; empty for documents. Each kind writes them with a save. */
export interface ContentDetails {
  /** null until it is known */
  duration_sec?: number | null;
  source_type?: 'UPLOAD' | 'YOUTUBE' | 'VIMEO' | 'LOOM';
  chapter_count?: number;
  /** of drafts of videos, whose rows have the status DRAFT: what became of the file */
  file_status?: 'PROCESSING' | 'READY' | 'ERROR';
}

/** A part of a video. */
export interface Chapter {
  title: string;
  /** in whole seconds */
  start_time: number;
  /** plain text; may be empty */
  description: string;
}

/** Every editable field of a document, as one version had it. Former versions of the product stored fewer fields. */
export interface StoredSnapshot {
  title: string;
  slug: string;
  summary: string;
  content: string;
  category_id: string | null;
  difficulty: 'BEGINNER' | 'INTERMEDIATE' | 'ADVANCED';
  visibility: 'PUBLIC' | 'LOGGED_IN' | 'INTERNAL';
  tags: string[];
  meta_title: string;
  meta_description: string;
  thumbnail_placement?: 'NONE' | 'CARD' | 'PAGE';
}

export interface NotificationPreferences {
  email: boolean;
  in_app: boolean;
}

export interface RoleStyle {
  display_name: string;
  background_color: string;
  text_color: string;
  border_color: string;
  font_weight: 'normal' | 'medium' | 'semibold' | 'bold';
  font_size: string;
  border_radius: string;
  padding: string;
  margin: string;
  css_class: string;
  is_active: boolean;
}
