import { type RawBuilder, sql } from 'kysely';
import { endingTypes, knownEndings, knownTypes } from './extraction.js';

const ending = `\\.(${knownEndings.join('|')})$`;

/** A statement for the ids of all files that getTextFormat knows. */
export const selectReadableFiles: RawBuilder<{ id: string }> = sql`
  select f.id from files f
  where f.media_type like 'text/plain%' or f.media_type = any(${knownTypes}::text[])
    or f.media_type = any(${endingTypes}::text[]) and f.name ~* ${ending}`;
