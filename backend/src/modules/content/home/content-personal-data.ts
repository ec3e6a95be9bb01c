import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { PersonalData } from '../../../platform/personal-data/personal-data.js';

/** What users have written and reviewed. Erased accounts keep it as "Former member", so there is nothing to erase. */
@Injectable()
export class ContentPersonalData {
  constructor(personalData: PersonalData) {
    personalData.register({
      sections: [
        {
          name: 'documents',
          description: 'Documents by the user',
          select: (id) => sql`
            select i.id as cursor, i.id, i.slug, i.title, i.summary, d.content, i.tags, i.status, i.visibility,
                   i.difficulty, i.meta_title, i.meta_description, i.version, i.created_at, i.updated_at,
                   i.published_at, i.hidden_at
            from content_items i join documents d on d.item_id = i.id where i.author_id = ${id}::uuid`,
        },
        {
          name: 'videos',
          description: 'Videos by the user; their files are among the files of the hub',
          select: (id) => sql`
            select i.id as cursor, i.id, i.slug, i.title, i.summary, v.description, v.transcript, v.chapters,
                   (select c.vtt from video_captions c where c.video_id = i.id) as captions,
                   i.tags, i.status, i.visibility, i.difficulty, v.source_type, v.source_url, v.original_name,
                   v.duration_sec, i.created_at, i.updated_at, i.published_at, i.hidden_at
            from content_items i join videos v on v.item_id = i.id where i.author_id = ${id}::uuid`,
        },
        {
          name: 'document_revisions',
          description: 'Texts of documents that the user saved',
          select: (id) => sql`
            select r.id as cursor, r.id, r.item_id, r.version, r.state, r.note, r.snapshot, r.created_at
            from document_revisions r where r.author_id = ${id}::uuid`,
        },
        {
          name: 'document_reviews',
          description: 'Edits of documents that the user reviewed',
          select: (id) => sql`
            select r.id as cursor, r.id as revision_id, r.item_id, r.state, r.review_note, r.reviewed_at
            from document_revisions r where r.reviewer_id = ${id}::uuid`,
        },
        {
          name: 'video_reviews',
          description: 'Videos that the user reviewed',
          select: (id) => sql`
            select v.item_id as cursor, v.item_id, v.review_note, v.reviewed_at
            from videos v where v.reviewer_id = ${id}::uuid`,
        },
      ],
    });
  }
}
