import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { validate as isUuid } from 'uuid';
import type { Actor } from '../access/actor.js';
import { PrivacyResolver } from '../access/ports.js';
import { Database } from '../database/database.js';
import { prepared } from '../database/prepared.js';
import { notFound, signInRequired } from '../errors/domain-error.js';
import { type Subject, type Visibility, VisibilityRegistry } from '../visibility/visibility-registry.js';
import { shortenHash } from './file-url.js';

/** A subject that uses a file: a document with its thumbnail, a user with their avatar. */
export interface FileReference {
  subjectType: string;
  subjectId: string;
}

/** A file that the actor may read. */
export interface ReadableFile {
  id: string;
  sha256: string;
  size: number;
  media_type: string;
  name: string;
  /** Whether everyone may read it, so that shared caches may store it. */
  isPublic: boolean;
}

interface UsedFile extends Omit<ReadableFile, 'isPublic'> {
  uploader_id: string | null;
  subject_type: string | null;
  subject_id: string | null;
}

/** A row for each reference of a file. */
const findFiles = prepared<{ ids: string[] }, UsedFile>((db, { ids }) =>
  db
    .selectFrom('files as f')
    .leftJoin('file_uses as u', 'u.file_id', 'f.id')
    .select(['f.id', 'f.sha256', sql<number>`f.size::float8`.as('size'), 'f.media_type', 'f.name', 'f.uploader_id'])
    .select(['u.subject_type', 'u.subject_id'])
    .where(sql<boolean>`f.id = any(${ids}::uuid[])`),
);

/** A statement for the files of all subjects of a type: (id, file_id), the id being that of the subject. */
export const selectFileUses = (subjectType: string): RawBuilder<{ id: string; file_id: string }> =>
  sql`select u.subject_id as id, u.file_id from file_uses u where u.subject_type = ${sql.lit(subjectType)}`;

/** A statement for what readers see of all files: (id, name, media_type). */
export const selectFileNames = sql<Pick<ReadableFile, 'id' | 'name' | 'media_type'>>`
  select f.id, f.name, f.media_type from files f`;

/**
 * References from subjects to files. They decide who may read a file: its uploader, and everyone who may see one of the
 * subjects. Commands join the caller's transaction.
 */
@Injectable()
export class FileReferences {
  constructor(
    private readonly database: Database,
    private readonly visibility: VisibilityRegistry,
    private readonly privacy: PrivacyResolver,
  ) {}

  /**
   * @throws 404 when the file does not exist or the actor may not read it, 401 for guests of a private hub, who may
   * read what the sign-in page shows
   */
  async readable(actor: Actor, id: string, hash: string): Promise<ReadableFile> {
    const [file] = await this.readableAmong(actor, [id]);
    if (file && shortenHash(file.sha256) === hash) return file;
    throw (await this.privacy.isClosedTo(actor)) ? signInRequired() : notFound('file');
  }

  /** Those of the files with these ids that the actor may read. */
  listReadable(actor: Actor, ids: readonly string[]): Promise<ReadableFile[]> {
    return this.readableAmong(actor, ids);
  }

  /**
   * A file that one of the subjects uses, for callers who have checked that their content may be read.
   * @throws 404 when none of them uses such a file
   */
  async findUsed(subjects: readonly FileReference[], id: string, hash: string): Promise<ReadableFile> {
    const rows = isUuid(id) ? await findFiles(this.database.db, { ids: [id] }) : [];
    const file = rows.find(({ subject_type, subject_id }) =>
      subjects.some(({ subjectType, subjectId }) => subject_type === subjectType && subject_id === subjectId),
    );
    if (!file || shortenHash(file.sha256) !== hash) throw notFound('file');
    return { ...pickFile(file), isPublic: false };
  }

  /** The ids of all files that a subject uses. */
  async listUsed({ subjectType, subjectId }: FileReference): Promise<Set<string>> {
    const rows = await this.database.db
      .selectFrom('file_uses')
      .select('file_id')
      .where('subject_type', '=', subjectType)
      .where('subject_id', '=', subjectId)
      .execute();
    return new Set(rows.map((row) => row.file_id));
  }

  /**
   * Adds a reference.
   * @param actor must be able to read the file, or users could publish a file of others by referring to it; null for
   * the system
   * @throws 404 when the file does not exist or the actor may not read it
   */
  async add(fileId: string, subject: FileReference, actor: Actor | null): Promise<void> {
    const [found] = await this.usable([fileId], actor);
    if (!found) throw notFound('file');
    await this.insert([found], subject);
  }

  /**
   * Replaces the references of a subject. Ids of missing or unreadable files are ignored, because a text may contain
   * any URL.
   */
  async replace(fileIds: readonly string[], subject: FileReference, actor: Actor | null): Promise<void> {
    const { db } = this.database;
    const known = await this.listUsed(subject);
    // Most texts contain no files.
    if (!known.size && !fileIds.length) return;
    const added = await this.usable(
      fileIds.filter((id) => !known.has(id)),
      actor,
    );
    const removed = [...known].filter((id) => !fileIds.includes(id));
    await db
      .deleteFrom('file_uses')
      .where('subject_type', '=', subject.subjectType)
      .where('subject_id', '=', subject.subjectId)
      .where(sql<boolean>`file_id = any(${removed}::uuid[])`)
      .execute();
    await this.insert(added, subject);
  }

  /** Removes the references of a deleted subject. A sweep deletes unreferenced files later. */
  async release({ subjectType, subjectId }: FileReference): Promise<void> {
    await this.database.db
      .deleteFrom('file_uses')
      .where('subject_type', '=', subjectType)
      .where('subject_id', '=', subjectId)
      .execute();
  }

  /** As {@link release}, of all subjects of a type. @param ids a statement with their ids */
  async releaseAll(subjectType: string, ids: RawBuilder<unknown>): Promise<void> {
    await sql`
      delete from file_uses where subject_type = ${subjectType} and subject_id in (${ids})`.execute(this.database.db);
  }

  private async usable(ids: readonly string[], actor: Actor | null): Promise<string[]> {
    if (actor) return (await this.readableAmong(actor, ids)).map((file) => file.id);
    const found = await this.database.db
      .selectFrom('files')
      .select('id')
      .where(sql<boolean>`id = any(${ids.filter((id) => isUuid(id))}::uuid[])`)
      .execute();
    return found.map((file) => file.id);
  }

  private async insert(fileIds: readonly string[], { subjectType, subjectId }: FileReference): Promise<void> {
    if (!this.visibility.has(subjectType)) throw new Error(`The visibility of ${subjectType} is not registered.`);
    await sql`insert into file_uses (file_id, subject_type, subject_id)
      select id, ${subjectType}, ${subjectId} from unnest(${fileIds}::uuid[]) as added(id)
      on conflict do nothing`.execute(this.database.db);
  }

  private async readableAmong(actor: Actor, ids: readonly string[]): Promise<ReadableFile[]> {
    const found = await findFiles(this.database.db, { ids: ids.filter((id) => isUuid(id)) });
    const isPrivate = await this.privacy.isPrivate();
    const rows =
      isPrivate && actor.isGuest
        ? found.filter(({ subject_type }) => subject_type !== null && this.visibility.isForSignIn(subject_type))
        : found;
    const visibilityOf = await this.visibility.loadVisibility(actor, listSubjects(rows));
    return [...Map.groupBy(rows, (row) => row.id).values()].flatMap((ofFile) =>
      readableFile(actor, ofFile, visibilityOf(listSubjects(ofFile))).map((file) => ({
        ...file,
        isPublic: file.isPublic && !isPrivate,
      })),
    );
  }
}

function listSubjects(rows: readonly UsedFile[]): Subject[] {
  return rows.flatMap(({ subject_type, subject_id }) =>
    subject_type && subject_id ? [{ type: subject_type, id: subject_id }] : [],
  );
}

function readableFile(actor: Actor, [row]: readonly UsedFile[], visibility: Visibility): ReadableFile[] {
  const isOwn = row !== undefined && row.uploader_id !== null && row.uploader_id === actor.id;
  if (!row || !(visibility.visible || visibility.public || isOwn)) return [];
  return [{ ...pickFile(row), isPublic: visibility.public }];
}

const pickFile = ({ id, sha256, size, media_type, name }: UsedFile) => ({ id, sha256, size, media_type, name });
