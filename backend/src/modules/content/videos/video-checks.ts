import { Injectable } from '@nestjs/common';
import { type Check, Reconciliation } from '../../../platform/database/reconciliation.js';

/** The details of videos as content_items.details stores them. */
const details = `jsonb_build_object(
  'duration_sec', v.duration_sec, 'source_type', v.source_type, 'chapter_count', jsonb_array_length(v.chapters))`;

const detailsCheck: Check = {
  name: 'details of videos in lists',
  differences: `
    select i.id, i.details as stored, ${details} as real
    from content_items i join videos v on v.item_id = i.id
    where i.details <> ${details}`,
  tables: ['content_items', 'videos'],
  repair: [
    `update content_items i set details = ${details}
     from videos v
     where v.item_id = i.id and i.details <> ${details}`,
  ],
};

/** Registers the check of what videos store twice, for the reconcile command. */
@Injectable()
export class VideoChecks {
  constructor(reconciliation: Reconciliation) {
    reconciliation.add(detailsCheck);
  }
}
