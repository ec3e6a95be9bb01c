import { Injectable } from '@nestjs/common';
import { UsersFacade } from '../../../auth/index.js';
import { ContentLinks } from '../../search/content-links.js';
import { getMentions, SearchTextParser } from '../../search/search-text-parser.js';

interface FoundReferences {
  /** ids of users */
  mentioned: string[];
  /** addresses; none of a long text while the parser is busy */
  links: readonly string[];
}

/** The users whom a comment mentions, and what it links to. */
@Injectable()
export class CommentReferences {
  constructor(
    private readonly parser: SearchTextParser,
    private readonly users: UsersFacade,
    private readonly links: ContentLinks,
  ) {}

  /**
   * Before the transaction, because a text may take long to parse.
   * @param id of the comment
   */
  async find(content: string, id: string): Promise<FoundReferences> {
    const parsed = await this.parser.parse(content, id);
    const mentioned = await this.users.findIdsByHandles(getMentions(parsed, content));
    return { mentioned, links: parsed.references?.links ?? [] };
  }

  /** Stores what a comment links to, in the caller's transaction. A deleted one keeps it until it is purged. */
  async storeLinks(id: string, { links }: FoundReferences): Promise<void> {
    await this.links.replace('comment', id, links);
  }
}
