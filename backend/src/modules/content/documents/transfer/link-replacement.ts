import { listNames } from './document-fields.js';
import { type ImportPlan, isUsable, resolveLink } from './import-plan.js';
import type { ImportedFile } from './imported-files.service.js';
import { isLocal } from './link-targets.js';
import type { LinkSpan } from './markdown-syntax.js';
import { treeKey } from './source-tree.js';
import { nameOfLink, replaceLinks } from './text-links.js';
import { anchorKey, type TextOutline } from './text-outline.js';
import { TimeSlice } from './source-lines.js';
import type { Localized } from '../../../../platform/language/texts.js';

/**
 * Replaces the links of one document between files by links to documents, images and attachments, and notes what is
 * missing.
 */
export class LinkReplacement {
  readonly warnings: Localized[] = [];
  private readonly lostLinks = new Set<string>();
  private readonly lostImages = new Set<string>();

  /** @param fileUrl stores an image or attachment by its key; undefined when it is refused */
  constructor(
    private readonly plan: ImportPlan,
    private readonly fileUrl: (key: string) => Promise<string | undefined>,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async replace(path: string, { outline, removed }: Pick<ImportedFile, 'outline' | 'removed'>): Promise<string> {
    const addresses = new Map<string, string>();
    const slice = new TimeSlice();
    for (const link of outline.links) {
      this.signal?.throwIfAborted();
      if (slice.isOver) await slice.next();
      if (addresses.has(nameOfLink(link))) continue;
      const address = await this.getAddress(path, link, outline);
      if (address !== undefined) addresses.set(nameOfLink(link), address);
      else this.note(link);
    }
    this.describe(outline.lost);
    return replaceLinks(outline, removed, (link) => addresses.get(nameOfLink(link)));
  }

  private async getAddress(path: string, link: LinkSpan, { anchors }: TextOutline): Promise<string | undefined> {
    if (link.target.startsWith('#') && link.kind === 'link') return sameAnchor(anchors, link.target.slice(1));
    const found = resolveLink(this.plan.targets, path, link);
    if (!found) return undefined;
    const { key, anchor } = found;
    if (key === treeKey(path) && link.target.startsWith('#')) return `#${getAnchor(anchors, anchor ?? '')}`;
    const slug = this.plan.slugs.get(key);
    if (slug !== undefined) {
      const target = anchor && getAnchor(this.plan.anchors.get(key), anchor);
      return `/docs/${slug}${target ? `#${target}` : ''}`;
    }
    return isUsable(this.plan.found, link.kind, key) ? this.fileUrl(key) : undefined;
  }

  private note({ kind, target }: LinkSpan): void {
    if (kind === 'image') {
      if (isLocal(target) && !isOfHub(target)) this.lostImages.add(target);
    } else if (kind !== 'link') this.lostLinks.add(kind === 'embed' ? `![[${target}]]` : `[[${target}]]`);
    else if (isLocal(target) && !target.startsWith('#') && !isOfHub(target)) this.lostLinks.add(target);
  }

  private describe(lost: readonly string[]): void {
    const add = (key: 'lostImages' | 'lostLinks' | 'lostHtml', names: readonly string[]) => {
      if (names.length) this.warnings.push((texts) => texts.imports[key](listNames(texts, names)));
    };
    add('lostImages', [...this.lostImages]);
    add('lostLinks', [...this.lostLinks]);
    add('lostHtml', lost);
  }
}

const isOfHub = (target: string): boolean => /^\/(?:docs|videos|community|api\/files)\//.test(target);

/** The hub's anchor of a heading that another product calls so; the same where the heading is unknown. */
function getAnchor(anchors: TextOutline['anchors'] | undefined, anchor: string): string {
  let name = anchor;
  try {
    name = decodeURIComponent(anchor);
  } catch {
    // It is not encoded.
  }
  // Blocks of Obsidian have no anchors here.
  if (name.startsWith('^')) return '';
  return anchors?.get(anchorKey(name)) ?? anchor;
}

/** @returns undefined where the link needs no change */
function sameAnchor(anchors: TextOutline['anchors'], anchor: string): string | undefined {
  const known = getAnchor(anchors, anchor);
  return known === anchor || known === '' ? undefined : `#${known}`;
}
