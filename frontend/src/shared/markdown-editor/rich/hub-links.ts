import { type EditorView, WidgetType } from '@codemirror/view';
import { isTargetPath, toHubPath } from '../../../lib/hub-paths';
import { getHubOrigin } from '../../../lib/page-meta';
import { hubLinks } from '../../../messages/hub-links';
import { findLinkTarget } from '../../link-targets/link-targets';
import classes from './rich.module.css';

type Target = Awaited<ReturnType<typeof findLinkTarget>>;

/** A title is asked for again after this time. */
const MAX_AGE_MS = 60_000;

const targets = new Map<string, { target: Promise<Target>; at: number }>();

/** Drawing a text again and again must not ask again and again. */
function getTarget(path: string): Promise<Target> {
  const known = targets.get(path);
  if (known && Date.now() - known.at < MAX_AGE_MS) return known.target;
  const target = findLinkTarget(path);
  targets.set(path, { target, at: Date.now() });
  target.catch(() => targets.delete(path));
  return target;
}

/** A link without words has the current title of what it leads to, as on the page. */
export class HubLinkWidget extends WidgetType {
  readonly path: string;

  constructor(path: string) {
    super();
    this.path = path;
  }

  override eq(other: HubLinkWidget): boolean {
    return other.path === this.path;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span');
    element.className = classes.link ?? '';
    element.textContent = hubLinks.untitledLink;
    getTarget(this.path).then(
      (target) => {
        element.textContent = target?.title ?? hubLinks.unavailable;
        if (!target) element.className = classes.mark ?? '';
        view.requestMeasure();
      },
      // Without a connection it stays a link without a title.
      () => undefined,
    );
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

/** The path of an address that leads to something with a title. */
export function findTargetPath(address: string): string | undefined {
  const path = toHubPath(address, getHubOrigin());
  return isTargetPath(path) ? path : undefined;
}
