import { Injectable } from '@nestjs/common';
import { UsersFacade } from '../../../auth/index.js';
import { getMentions, SearchTextParser } from '../../search/search-text-parser.js';

/** Finds the users whom a comment mentions. */
@Injectable()
export class CommentMentions {
  constructor(
    private readonly parser: SearchTextParser,
    private readonly users: UsersFacade,
  ) {}

  /**
   * Before the transaction, because a text may take long to parse.
   * @param id of the comment
   * @returns ids of users
   */
  async find(content: string, id: string): Promise<string[]> {
    return this.users.findIdsByHandles(getMentions(await this.parser.parse(content, id), content));
  }
}
