import { Injectable } from '@nestjs/common';
import type { Actor } from '../access/actor.js';

/** Something that shows a file: a document with its thumbnail, a person with their avatar. */
export interface FileUse {
  subjectType: string;
  subjectId: string;
}

export interface ReadableSubjects {
  /** those of the asked ids that this actor may read */
  readable: ReadonlySet<string>;
  /** those of them that everyone may read; a subset of `readable` */
  public: ReadonlySet<string>;
}

export type FileReader = (actor: Actor, subjectIds: string[]) => Promise<ReadableSubjects>;

/** What the uses of one file allow. */
export interface UseRights {
  readable: boolean;
  public: boolean;
}

/** Who may read what shows a file. Each module registers the rule for its own subjects, the same that its pages obey. */
@Injectable()
export class FileReaders {
  private readonly readers = new Map<string, FileReader>();

  register(subjectType: string, reader: FileReader): void {
    if (this.readers.has(subjectType)) throw new Error(`Who may read files of a ${subjectType} is registered twice.`);
    this.readers.set(subjectType, reader);
  }

  has(subjectType: string): boolean {
    return this.readers.has(subjectType);
  }

  /** Asks each module once about all its subjects. A subject type that nobody registered is readable for nobody. */
  async rights(actor: Actor, uses: readonly FileUse[]): Promise<(of: readonly FileUse[]) => UseRights> {
    const answers = new Map<string, ReadableSubjects>();
    for (const [subjectType, group] of Map.groupBy(uses, (use) => use.subjectType)) {
      const answer = await this.readers.get(subjectType)?.(actor, [...new Set(group.map((use) => use.subjectId))]);
      if (answer) answers.set(subjectType, answer);
    }
    const some = (of: readonly FileUse[], set: keyof ReadableSubjects) =>
      of.some((use) => answers.get(use.subjectType)?.[set].has(use.subjectId));
    return (of) => ({ readable: some(of, 'readable'), public: some(of, 'public') });
  }
}
