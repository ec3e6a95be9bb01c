import * as accounts from './accounts.js';
import * as activity from './activity.js';
import * as comments from './comments.js';
import * as content from './content.js';
import * as forum from './forum.js';
import * as moderation from './moderation.js';
import * as platform from './platform.js';
import * as search from './search.js';
import * as videos from './videos.js';
import type { Selectable } from 'kysely';
import type { RowsOf } from './rows.js';

export const tables = [
  ...Object.values(accounts),
  ...Object.values(activity),
  ...Object.values(comments),
  ...Object.values(content),
  ...Object.values(forum),
  ...Object.values(moderation),
  ...Object.values(platform),
  ...Object.values(search),
  ...Object.values(videos),
];

type Modules = typeof accounts &
  typeof activity &
  typeof comments &
  typeof content &
  typeof forum &
  typeof moderation &
  typeof platform &
  typeof search &
  typeof videos;
/** The rows of all tables. */
export type Schema = RowsOf<Modules[keyof Modules]>;

export { FORMER_MEMBER } from './columns.js';

/** A row of a table as it is read. */
export type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;
