import { ApiProperty } from '@nestjs/swagger';
import { type RawBuilder, sql } from 'kysely';
import { type ContentKind, contentKinds } from '../audience/audience.js';

/** How deep pages nest in the tree of their category: a page of the root level has the depth 1. */
export const MAX_PAGE_DEPTH = 8;

/** A page in the tree of its category, as links show it. */
export class PageRefResponse {
  @ApiProperty({ enum: contentKinds, enumName: 'ContentKind' }) type!: ContentKind;
  @ApiProperty({ format: 'uuid' }) id!: string;
  @ApiProperty({ example: 'getting-started' }) slug!: string;
  @ApiProperty({ example: 'Getting started' }) title!: string;
}

/** A row that {@link selectTrail} has completed. */
export interface TrailRow {
  /** from the top; `level` is 1 for the parent */
  trail: (PageRefResponse & { level: number })[];
}

/**
 * The column `trail` over `content_items i`: the ancestors in the tree of the category that the reader sees.
 * @param isVisible the condition over an alias of content_items
 */
export const selectTrail = (isVisible: (item: string) => RawBuilder<boolean>): RawBuilder<TrailRow> => sql`
  (
    with recursive up as (
      select p.parent_id, 1 as level from content_positions p where p.item_id = i.id
      union all
      select p.parent_id, u.level + 1 from up u join content_positions p on p.item_id = u.parent_id
      where u.level < ${sql.lit(MAX_PAGE_DEPTH)}
    )
    select coalesce(json_agg(json_build_object(
      'type', t.kind, 'id', t.id, 'slug', t.slug, 'title', t.title, 'level', u.level) order by u.level desc), '[]')
    from up u join content_items t on t.id = u.parent_id
    where ${isVisible('t')}
  ) as trail`;

export const toTrail = ({ trail }: TrailRow): { parent_id: string | null; trail: PageRefResponse[] } => ({
  parent_id: trail.find(({ level }) => level === 1)?.id ?? null,
  trail: trail.map(({ type, id, slug, title }) => ({ type, id, slug, title })),
});

/** The properties of {@link toTrail} in responses. */
export const ParentIdProperty = () =>
  ApiProperty({
    description:
      'the page above it in the tree of its category; null at the root level, and when the requester may not see it',
    type: String,
    format: 'uuid',
    nullable: true,
  });
export const TrailProperty = () =>
  ApiProperty({ description: 'the pages above it that the requester may see, from the top', type: [PageRefResponse] });
