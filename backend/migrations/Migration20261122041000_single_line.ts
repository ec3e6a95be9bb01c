import { Migration } from '@mikro-orm/migrations';

/* The rule of platform/http/single-line.ts as it was at the time of this migration. */
const SCRIPTS =
  'Arabic Syriac Mandaic Nko Mongolian Adlam Hanifi_Rohingya Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Javanese Balinese';
const LETTER = `[[[${SCRIPTS.split(' ')
  .map((script) => `\\p{scx=${script}}`)
  .join('')}]&&[\\p{L}\\p{M}]]--\\p{Default_Ignorable_Code_Point}]`;
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA\u1B44\uA9C0]`;
const MONGOLIAN_VARIATION = String.raw`[\u180B-\u180D\u180F]`;
const PICTOGRAPH = String.raw`\p{Extended_Pictographic}(?:[\uFE0E\uFE0F]|\p{Emoji_Modifier})?`;
const KEPT = [
  String.raw`\u{1F3F4}[\u{E0030}-\u{E0039}\u{E0061}-\u{E007A}]{3,6}\u{E007F}`,
  String.raw`${PICTOGRAPH}(?:\u200D${PICTOGRAPH})*`,
  String.raw`[0-9#*]\uFE0F\u20E3`,
  String.raw`(?<=${LETTER}${MONGOLIAN_VARIATION}?)[\u200C\u200D\u180E](?=${LETTER})`,
  String.raw`(?<=${VIRAMA})[\u200C\u200D]`,
  String.raw`(?<=[\p{scx=Arabic}&&[\p{L}\p{M}]])\u200C(?=\p{P})`,
  String.raw`(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]`,
  String.raw`(?<=[\p{Script=Mongolian}--\p{Default_Ignorable_Code_Point}])${MONGOLIAN_VARIATION}`,
];
const INVISIBLE = new RegExp(
  String.raw`(${KEPT.join('|')})|[\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]|[\p{Cc}--[\t-\r\u0085]]`,
  'gv',
);

const removeInvisible = (text: string): string =>
  text
    .normalize('NFC')
    .replace(INVISIBLE, '$1')
    .replace(/[\s\u0085]+/g, ' ')
    .trim()
    .normalize('NFC');

function singleLine(text: string): string {
  let cleaned = removeInvisible(text);
  for (let again = removeInvisible(cleaned); again !== cleaned; again = removeInvisible(cleaned)) cleaned = again;
  return cleaned;
}

/** @param max characters that the field takes: composing a text can lengthen it */
function clean(text: string, max: number): string {
  const line = singleLine(text);
  return line.length <= max ? line : singleLine(line.slice(0, max).replace(/[\uD800-\uDBFF]$/, ''));
}

function cleanEach(texts: string[], max: number): string[] {
  const byLowerCase = new Map<string, string>();
  for (const text of texts.map((each) => clean(each, max)))
    if (text && !byLowerCase.has(text.toLowerCase())) byLowerCase.set(text.toLowerCase(), text);
  return [...byLowerCase.values()];
}

/** Texts that may need cleaning. Letters up to U+02FF are composed and visible, so most Western texts are passed over. */
const SUSPECT = String.raw`'[^ -~\u00A1-\u00AC\u00AE-\u02FF]|  |^ | $'`;
const suspect = (...columns: string[]) => columns.map((column) => `${column} ~ ${SUSPECT}`).join(' or ');
const suspectEach = (list: string) => `exists (select from unnest(${list}) each (text) where ${suspect('each.text')})`;

const BATCH = 2000;

interface Row {
  id: string;
  tags: string[];
  [column: string]: string | string[];
}

/** Names, titles and labels lose their line breaks and invisible characters, as new ones do from now on. */
export class Migration20261122041000_single_line extends Migration {
  override name = 'Migration20261122041000_single_line';

  override async up(): Promise<void> {
    await this.users();
    await this.handles();
    await this.roles();
    await this.categories();
    await this.each<Row>(
      'passkeys',
      ['name'],
      suspect('name'),
      ({ id, name }) => ({ id, name: clean(String(name), 60) || 'Passkey' }),
      'name = r.name',
    );
    await this.revisions();
    // Last, because counting locks the tags, for which every save of a document would wait.
    await this.items();
  }

  /** Irreversible: the removed characters were invisible. */
  override down(): void {}

  private async users(): Promise<void> {
    const ids = await this.each<Row>(
      'users',
      ['name', 'location', 'website', 'handle', 'skills as tags'],
      `${suspect('name', 'location', 'website')} or ${suspectEach('skills')}`,
      ({ id, name, location, website, handle, tags }) => ({
        id,
        name: clean(String(name), 100) || String(handle),
        location: clean(String(location), 100),
        website: clean(String(website), 200),
        tags: cleanEach(tags, 50),
      }),
      'name = r.name, location = r.location, website = r.website, skills = r.tags',
    );
    await this.reindex('user', ids);
  }

  /** Handles were always made of plain letters; this is for rows that something else has written. */
  private async handles(): Promise<void> {
    const rows = await this.rows<{ id: string; handle: string }>(
      `select id, handle::text from users where ${suspect('handle::text')} or handle ~ ' '`,
    );
    for (const { id, handle } of rows) {
      const base = clean(handle, 30).replaceAll(' ', '-') || `member-${id.slice(-6)}`;
      const free = await this.firstFree(base, 30, '-', 'select from users where handle = ?::citext and id <> ?', [id]);
      await this.execute('update users set handle = ? where id = ?', [free, id]);
    }
    await this.reindex(
      'user',
      rows.map(({ id }) => id),
    );
  }

  private async roles(): Promise<void> {
    const rows = await this.rows<{ name: string; display: string; badge: string | null }>(
      `select name, display_name as display, style->>'display_name' as badge from roles where ${suspect('display_name', `style->>'display_name'`)}`,
    );
    for (const { name, display, badge } of rows) {
      await this.execute('update roles set display_name = ? where name = ?', [clean(display, 60) || name, name]);
      if (badge !== null)
        await this.execute(
          `update roles set style = style || jsonb_build_object('display_name', ?::text) where name = ?`,
          [clean(badge, 60), name],
        );
    }
  }

  /** Sibling categories need different names: the cleaned one gets a number. */
  private async categories(): Promise<void> {
    const rows = await this.rows<{ id: string; name: string; icon: string; parent: string | null }>(
      `select id, name, icon, parent_category_id as parent from content_categories where ${suspect('name', 'icon')} order by id`,
    );
    for (const { id, name, icon, parent } of rows) {
      const taken =
        'select from content_categories where lower(name) = lower(?) and id <> ? and parent_category_id is not distinct from ?::uuid';
      const free = await this.firstFree(clean(name, 80) || 'Category', 80, ' ', taken, [id, parent]);
      await this.execute('update content_categories set name = ?, icon = ? where id = ?', [free, clean(icon, 40), id]);
    }
  }

  private async items(): Promise<void> {
    const changed: string[] = [];
    for (const kind of ['document', 'video']) {
      const ids = await this.each<Row>(
        'content_items',
        ['title', 'meta_title', 'tags'],
        `kind = '${kind}' and (${suspect('title', 'meta_title')} or ${suspectEach('tags')})`,
        ({ id, title, meta_title, tags }) => ({
          id,
          title: clean(String(title), 200) || 'Untitled',
          meta_title: clean(String(meta_title), 200),
          tags: cleanEach(tags, 40),
        }),
        'title = r.title, meta_title = r.meta_title, tags = r.tags',
      );
      await this.reindex(kind, ids);
      changed.push(...ids);
    }
    if (!changed.length) return;
    // Transactions that have counted tags commit before this; the others add to the new counts later.
    await this.execute('lock table content_tags in share row exclusive mode');
    await this.execute('update content_tags set n = 0');
    await this.execute(`
      insert into content_tags (tag, audience, name, n)
        select lower(t.tag), i.audience, min(t.tag), count(*) from content_items i cross join lateral unnest(i.tags) t (tag) group by 1, 2
        on conflict (tag, audience) do update set n = excluded.n`);
    await this.execute('delete from content_tags where n = 0');
  }

  /** Also former versions, which can be restored. */
  private async revisions(): Promise<void> {
    await this.each<Row>(
      'document_revisions',
      [
        `coalesce(snapshot->>'title', '') as title`,
        `coalesce(snapshot->>'meta_title', '') as meta_title`,
        `array(select jsonb_array_elements_text(snapshot->'tags')) as tags`,
      ],
      `${suspect(`snapshot->>'title'`, `snapshot->>'meta_title'`)} or exists (select from jsonb_array_elements_text(snapshot->'tags') each (text) where ${suspect('each.text')})`,
      ({ id, title, meta_title, tags }) => ({
        id,
        title: clean(String(title), 200) || 'Untitled',
        meta_title: clean(String(meta_title), 200),
        tags: cleanEach(tags, 40),
      }),
      `snapshot = t.snapshot || jsonb_build_object('title', r.title, 'meta_title', r.meta_title, 'tags', to_jsonb(r.tags))`,
    );
  }

  /**
   * Cleans the rows of a table in batches, in the order of their ids.
   * @param set the assignments, from the cleaned row r
   * @returns the ids of the rows that have changed
   */
  private async each<R extends Row>(
    table: string,
    columns: string[],
    condition: string,
    cleaned: (row: R) => Partial<R>,
    set: string,
  ): Promise<string[]> {
    const types = 'id uuid, name text, location text, website text, title text, meta_title text, tags text[]';
    const ids: string[] = [];
    for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
      const rows = await this.rows<R>(
        `select id, ${columns.join(', ')} from ${table} where id > ? and (${condition}) order by id limit ${BATCH}`,
        [after],
      );
      const last = rows.at(-1);
      if (!last) return ids;
      const isSame = (row: R, other: Partial<R>) =>
        Object.keys(other).every((column) => JSON.stringify(other[column]) === JSON.stringify(row[column]));
      const changed = rows.map((row) => ({ row, other: cleaned(row) })).filter(({ row, other }) => !isSame(row, other));
      await this.execute(
        `update ${table} t set ${set} from jsonb_to_recordset(?::jsonb) r (${types}) where t.id = r.id`,
        [JSON.stringify(changed.map(({ other }) => other))],
      );
      ids.push(...changed.map(({ row }) => row.id));
      after = last.id;
    }
  }

  /** The application rewrites entries of an older format when it starts. */
  private async reindex(type: string, ids: string[]): Promise<void> {
    if (ids.length)
      await this.execute(
        'update search_entries set format = 0 where type = ? and part = 0 and id in (select jsonb_array_elements_text(?::jsonb)::uuid)',
        [type, JSON.stringify(ids)],
      );
  }

  /** @param taken a statement that finds a row where a name, its first parameter, is taken */
  private async firstFree(
    base: string,
    max: number,
    separator: string,
    taken: string,
    parameters: unknown[],
  ): Promise<string> {
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : `${separator}${number}`;
      const name = `${base
        .slice(0, max - suffix.length)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trimEnd()}${suffix}`;
      if (!(await this.rows(taken, [name, ...parameters])).length) return name;
    }
  }

  private async rows<R extends object>(sql: string, parameters: unknown[] = []): Promise<R[]> {
    return (await this.execute(sql, parameters)) as unknown as R[];
  }
}
