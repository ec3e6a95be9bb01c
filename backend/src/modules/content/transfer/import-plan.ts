import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../platform/access/actor.js';
import { Config } from '../../../platform/config/config.js';
import { Database } from '../../../platform/database/database.js';
import { DomainError } from '../../../platform/http/domain-error.js';
import { audiencesOf, visibleTo } from '../items/audience.js';
import { slugFrom, Slugs } from '../items/slugs.js';
import { describedBy } from './front-matter-fields.js';
import type { Skipped, Survey } from './import-survey.js';
import { parseMarkdownFile } from './markdown-file.js';
import { relink, targetsIn } from './markdown-links.js';
import { ownFile } from './own-files.js';
import { resolveLink, type SourceTree, treeKey, UnreadableEntry } from './source-tree.js';

/** Which files become documents, and under which addresses, so that links between them can be written before all of them exist. */
export interface ImportPlan {
  documents: { path: string; slug: string }[];
  /** the slug of every document in the source by its file's key, also of those that are there already */
  slugs: Map<string, string>;
  /** keys of the images that any of the texts show */
  shown: Set<string>;
  skipped: Skipped[];
}

@Injectable()
export class ImportPlanner {
  constructor(
    private readonly database: Database,
    private readonly slugs: Slugs,
    private readonly config: Config,
  ) {}

  /** Reads every text once; none stays in memory. */
  async plan(tree: SourceTree, found: Survey, actor: Actor): Promise<ImportPlan> {
    const plan: ImportPlan = { documents: [], slugs: new Map(), shown: new Set(), skipped: [] };
    const names = new FreeNames((slug) => this.open(slug));
    const all = new Set([...found.documents.map(treeKey), ...found.images.keys()]);
    const texts = new Map<string, string>();
    for (const path of found.documents) {
      try {
        const file = parseMarkdownFile(await tree.read(path));
        const { request, thumbnail } = await describedBy(file, path);
        const wanted = slugFrom(request.slug ?? request.title);
        const keyOf = (target: string) => resolveLink(path, target, (key) => all.has(key))?.key;
        const text = this.comparable(file.content, keyOf);
        for (const target of [...targetsIn(file.content), thumbnail ?? '']) plan.shown.add(keyOf(target) ?? '');
        const twin =
          texts.get(`${wanted}\n${text}`) ??
          (await this.twin(actor, wanted, (content) => this.comparable(content, keyOf) === text));
        const slug = twin ?? (await names.take(wanted));
        plan.slugs.set(treeKey(path), slug);
        texts.set(`${wanted}\n${text}`, slug);
        if (twin) plan.skipped.push({ path, reason: `The same text is already there, at /docs/${twin}.` });
        else plan.documents.push({ path, slug });
      } catch (error) {
        if (!(error instanceof UnreadableEntry)) throw error;
        plan.skipped.push({ path, reason: error.message });
      }
    }
    return plan;
  }

  /** A document with this slug, or this slug and a number, and the same text, among those the person may see. */
  private async twin(actor: Actor, slug: string, isSame: (content: string) => boolean): Promise<string | undefined> {
    const rows = await this.database.query<{ slug: string; content: string }>(
      `select i.slug, d.content from content_items i join documents d on d.item_id = i.id
       where i.kind = 'document' and i.slug = any($3::text[]) and ${visibleTo('i', '$1', '$2')} order by length(i.slug), i.slug`,
      [audiencesOf(actor), actor.id, [slug, ...Array.from({ length: 19 }, (_, n) => `${slug}-${n + 2}`)]],
    );
    return rows.find(({ content }) => isSame(content))?.slug;
  }

  /**
   * A text without the addresses that an import changes: of our files, of documents, and of files beside it. These stand in
   * a stored text, too, where they could not be taken.
   */
  private comparable(content: string, inTree: (target: string) => string | undefined): string {
    return relink(content, (target) => {
      const key = inTree(target);
      if (key ? !/\.(md|markdown)$/i.test(key) : ownFile(target, this.config.publicUrl)) return 'image:';
      return key || target.startsWith('/docs/') ? 'document:' : undefined;
    });
  }

  private async open(slug: string): Promise<string> {
    try {
      return await this.slugs.claim('document', slug, null);
    } catch (error) {
      const suggestion = suggestedBy(error);
      if (!suggestion) throw error;
      return suggestion;
    }
  }
}

/** The slug that is free instead of a taken one, where this is what an error says. */
export function suggestedBy(error: unknown): string | undefined {
  const suggestion =
    error instanceof DomainError && error.code === 'slug_taken' ? error.details['suggestion'] : undefined;
  return typeof suggestion === 'string' ? suggestion : undefined;
}

/** Names for many new documents at once: free in the hub, and each used once. */
class FreeNames {
  private readonly used = new Set<string>();
  private readonly numbers = new Map<string, number>();

  /** @param open gives a name that is free in the hub: this one, or one like it */
  constructor(private readonly open: (wanted: string) => Promise<string>) {}

  async take(wanted: string): Promise<string> {
    for (let number = this.numbers.get(wanted) ?? 1; ; number++) {
      const name = await this.open(number === 1 || !wanted ? wanted : `${wanted.slice(0, 92)}-${number}`);
      this.numbers.set(wanted, number + 1);
      if (this.used.has(name)) continue;
      this.used.add(name);
      return name;
    }
  }
}
