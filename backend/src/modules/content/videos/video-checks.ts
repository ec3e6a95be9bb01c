import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';

/** Facts of videos as content_items.details stores them. */
const facts = `jsonb_build_object(
  'duration_sec', v.duration_sec, 'source_type', v.source_type, 'chapter_count', jsonb_array_length(v.chapters))`;

const detailsCheck: Check = {
  name: 'facts of videos in lists',
  differences: `
    select i.id, i.details as stored, ${facts} as real
    from content_items i join videos v on v.item_id = i.id
    where i.details <> ${facts}`,
  tables: ['content_items', 'videos'],
  repair: [
    `update content_items i set details = ${facts}
     from videos v
     where v.item_id = i.id and i.details <> ${facts}`,
  ],
};

/** Registers the check of what videos store twice, for the reconcile command. */
@Injectable()
export class VideoChecks {
  constructor(reconciliation: Reconciliation) {
    reconciliation.add(detailsCheck);
  }
}
