import { sql } from 'kysely';
import { invalid } from '../../../platform/errors/domain-error.js';
import {
  decodeCursor,
  encodeCursor,
  type KeysetOrder,
  type SortValue,
} from '../../../platform/http/pagination/cursor.js';
import type { CandidateSources } from './search-candidates.js';

/** The order of results. The time for which scores are computed is part of the cursor, so that they stay the same. */
export const byScore: KeysetOrder = {
  name: 'search results',
  direction: 'desc',
  columns: [
    { sql: sql.ref('b.score'), type: 'float8' },
    { sql: sql.ref('b.at'), type: 'timestamptz' },
    { sql: sql.ref('b.id'), type: 'uuid' },
  ],
};

/** The decoded after a page of results, and how its search was made. */
export interface SearchCursor {
  /** for which scores are computed */
  time: Date;
  /** whether the last word is taken as the beginning of one */
  isUnfinished: boolean;
  /** whether words match that contain those of the query */
  hasCompounds: boolean;
  /** the corrected query; empty without a correction */
  corrected: string;
  sources: CandidateSources;
  /** of the last result, in the order {@link byScore} */
  values: SortValue[];
}

const MAX_CORRECTED = 400;
/** Scores need no other times: a page is rarely open for longer, and clocks of instances differ by less. */
const MAX_AGE_MS = 30 * 24 * 3_600_000;
const MAX_CLOCK_DIFFERENCE_MS = 60_000;

const cursor: KeysetOrder = {
  ...byScore,
  columns: [
    { sql: sql.ref('time'), type: 'timestamptz' },
    { sql: sql.ref('isUnfinished'), type: 'boolean' },
    { sql: sql.ref('hasCompounds'), type: 'boolean' },
    { sql: sql.ref('corrected'), type: 'text' },
    { sql: sql.ref('newest'), type: 'boolean' },
    { sql: sql.ref('index'), type: 'boolean' },
    { sql: sql.ref('titled'), type: 'boolean' },
    { sql: sql.ref('helpful'), type: 'boolean' },
    ...byScore.columns,
  ],
};

export const encodeSearchCursor = ({
  time,
  isUnfinished,
  hasCompounds,
  corrected,
  sources,
  values,
}: SearchCursor): string =>
  encodeCursor(cursor, [
    time.toISOString().slice(0, -1),
    isUnfinished,
    hasCompounds,
    corrected,
    sources.newest,
    sources.index,
    sources.titled,
    sources.helpful,
    ...values,
  ]);

/** @throws 400 for anything that {@link encodeSearchCursor} has not made in the last days */
export function decodeSearchCursor(text: string, now = Date.now()): SearchCursor {
  const [time, isUnfinished, hasCompounds, corrected, newest, index, titled, helpful, ...values] = decodeCursor(
    cursor,
    text,
  );
  const decoded = {
    time: new Date(`${String(time)}Z`),
    isUnfinished: isUnfinished === true,
    hasCompounds: hasCompounds === true,
    corrected: String(corrected),
    sources: { newest: newest === true, index: index === true, titled: titled === true, helpful: helpful === true },
    values,
  };
  const age = now - decoded.time.getTime();
  if (age > MAX_AGE_MS || age < -MAX_CLOCK_DIFFERENCE_MS || decoded.corrected.length > MAX_CORRECTED)
    throw invalid([{ field: 'cursor', message: (texts) => texts.content.cursorTooOld }]);
  return decoded;
}
