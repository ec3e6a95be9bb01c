/** The paging of an infinite query whose pages follow each other by cursor, so that no item is skipped or repeated. */
export const cursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: { nextCursor?: string | undefined }): string | undefined => nextCursor,
};

/** The same for responses that name the cursor themselves. */
export const namedCursorPaging = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }): string | undefined => next_cursor ?? undefined,
};

/** The items of all pages, each once: an item whose sorted value has changed meanwhile may be on two of them. */
export const getUniqueItems = <Item>(pages: readonly (readonly Item[])[], getId: (item: Item) => string): Item[] => [
  ...new Map(pages.flatMap((items) => items.map((item) => [getId(item), item] as const))).values(),
];
