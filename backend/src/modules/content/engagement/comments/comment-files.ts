import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { FileReferences } from '../../../../platform/files/file-references.js';
import { extractFileIds } from '../../../../platform/files/file-url.js';

export const COMMENT_FILES = 'comment';

/** The images in comments: readable for all who see the comment. All commands join the caller's transaction. */
@Injectable()
export class CommentFiles {
  constructor(private readonly fileReferences: FileReferences) {}

  async replace(actor: Actor, id: string, content: string): Promise<void> {
    await this.fileReferences.replace(extractFileIds(content), { subjectType: COMMENT_FILES, subjectId: id }, actor);
  }

  async release(id: string): Promise<void> {
    await this.fileReferences.release({ subjectType: COMMENT_FILES, subjectId: id });
  }
}
