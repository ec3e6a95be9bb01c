export const searchTypes = ['document', 'video', 'thread', 'post', 'user'] as const;
export type SearchType = (typeof searchTypes)[number];

/** Grows with each doubling of what speaks for an item, so that it seldom changes; at most 10. */
export const boostOf = (points: number): number => Math.min(10, Math.floor(Math.log2(1 + points)));

/** Something that can be found. What the search knows of it stands here; counters and states are asked of its module. */
export interface SearchEntry {
  type: SearchType;
  id: string;
  /** who may find it, besides its author: as in content_items.audience */
  audience: string;
  authorId: string | null;
  categoryId: string | null;
  difficulty: string | null;
  /** when it was last written: what is fresh comes first */
  at: Date;
  /** how helpful people found it, see {@link boostOf} */
  boost: number;
  /** path in the frontend */
  url: string;
  title: string;
  /** what else it is called: these are offered to somebody who types as the title is */
  names?: readonly string[];
  summary: string;
  tags: readonly string[];
  pieces: readonly SearchPiece[];
}

/** A part of its text that can be linked to. */
export interface SearchPiece {
  heading: string | null;
  url: string;
  text: string;
}
