import { Injectable } from '@nestjs/common';
import type { Actor } from '../../../../platform/access/actor.js';
import { Config } from '../../../../platform/config/config.js';
import { Database } from '../../../../platform/database/database.js';
import { DomainError } from '../../../../platform/http/errors/domain-error.js';
import { slugFrom, Slugs } from '../../items/slugs.js';
import { DuplicateFinder, hashText } from './duplicate-finder.js';
import { parseDocumentFields } from './document-fields.js';
import type { SkippedEntry, ArchiveInspection } from './archive-inspection.js';
import { parseMarkdownFile } from './markdown-file.js';
import { parseFileLink, resolveLink } from './file-links.js';
import { type OrderedFile, sortForReading } from './reading-order.js';
import type { RunStep } from './transfer-slots.js';
import { type SourceTree, treeKey, UnreadableEntry } from './source-tree.js';

/** Which files become documents, with their slugs: links between documents are written before all of them exist. */
export interface ImportPlan {
  /** in reading order */
  documents: PlannedDocument[];
  /** slugs of all documents in the source by the key of their file, including duplicates */
  slugs: Map<string, string>;
  /** keys of images that a text shows */
  shown: Set<string>;
  skipped: SkippedEntry[];
}

export interface PlannedDocument extends OrderedFile {
  slug: string;
}

interface PlanningContext {
  tree: SourceTree;
  plan: ImportPlan;
  slugs: UniqueSlugs;
  duplicates: DuplicateFinder;
  /** keys of all files */
  keys: ReadonlySet<string>;
  /** planned slug by preferred slug and hash of the text */
  planned: Map<string, string>;
}

@Injectable()
export class ImportPlanner {
  constructor(
    private readonly database: Database,
    private readonly slugs: Slugs,
    private readonly config: Config,
  ) {}

  /** Reads every text once; only hashes stay in memory. */
  async plan(tree: SourceTree, found: ArchiveInspection, actor: Actor, runStep: RunStep): Promise<ImportPlan> {
    const planning: PlanningContext = {
      tree,
      plan: { documents: [], slugs: new Map(), shown: new Set(), skipped: [] },
      slugs: new UniqueSlugs((slug) => this.findFreeSlug(slug)),
      duplicates: new DuplicateFinder(this.database, actor),
      keys: new Set([...found.documents.map(treeKey), ...found.images.keys()]),
      planned: new Map(),
    };
    for (const path of found.documents) await runStep(() => this.planFile(planning, path));
    return { ...planning.plan, documents: sortForReading(planning.plan.documents) };
  }

  private async planFile(
    { tree, plan, slugs: names, duplicates, keys, planned }: PlanningContext,
    path: string,
  ): Promise<void> {
    try {
      const file = parseMarkdownFile(await tree.read(path));
      const { request, thumbnail, order, createdAt } = await parseDocumentFields(file, path);
      const { content } = request;
      const preferred = slugFrom(request.slug ?? request.title);
      const keyOf = (target: string) => resolveLink(path, target, (key) => keys.has(key))?.key;
      const replace = (target: string) => this.placeholder(target, keyOf(target));
      const markShown = (key: string | undefined) => key !== undefined && plan.shown.add(key);
      const hash = await hashText(content, (target) => {
        const key = keyOf(target);
        markShown(key);
        return this.placeholder(target, key);
      });
      if (thumbnail) markShown(keyOf(thumbnail));
      const duplicate =
        planned.get(`${preferred}\n${hash}`) ??
        (await duplicates.find({ slug: preferred, findContent: content, hash, replace }));
      const slug = duplicate ?? (await names.next(preferred));
      plan.slugs.set(treeKey(path), slug);
      planned.set(`${preferred}\n${hash}`, slug);
      if (duplicate) plan.skipped.push({ path, reason: `The same document already exists at /docs/${duplicate}.` });
      else plan.documents.push({ path, slug, order, createdAt });
    } catch (error) {
      if (!(error instanceof UnreadableEntry)) throw error;
      plan.skipped.push({ path, reason: error.message });
    }
  }

  /**
   * Replaces link targets that an import changes: files of the hub, documents, and files of the same archive. A stored
   * text has the last ones too, where they were not imported.
   */
  private placeholder(target: string, key: string | undefined): string | undefined {
    if (key ? !/\.(md|markdown)$/i.test(key) : parseFileLink(target, this.config.publicUrl)) return 'image:';
    return key || target.startsWith('/docs/') ? 'document:' : undefined;
  }

  private async findFreeSlug(slug: string): Promise<string> {
    try {
      return await this.slugs.claim('document', slug, null);
    } catch (error) {
      const suggestion = suggestedSlugOf(error);
      if (!suggestion) throw error;
      return suggestion;
    }
  }
}

/** The free slug that a `slug_taken` error suggests. */
export function suggestedSlugOf(error: unknown): string | undefined {
  const suggestion =
    error instanceof DomainError && error.code === 'slug_taken' ? error.details['suggestion'] : undefined;
  return typeof suggestion === 'string' ? suggestion : undefined;
}

/** Slugs that are free in the hub and unique among the new documents. */
class UniqueSlugs {
  private readonly used = new Set<string>();
  private readonly numbers = new Map<string, number>();

  /** @param findFree returns the preferred slug, or a similar one that is free in the hub */
  constructor(private readonly findFree: (preferred: string) => Promise<string>) {}

  async next(preferred: string): Promise<string> {
    for (let number = this.numbers.get(preferred) ?? 1; ; number++) {
      const slug = await this.findFree(number === 1 || !preferred ? preferred : `${preferred.slice(0, 92)}-${number}`);
      this.numbers.set(preferred, number + 1);
      if (this.used.has(slug)) continue;
      this.used.add(slug);
      return slug;
    }
  }
}
