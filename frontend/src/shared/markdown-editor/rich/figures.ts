import { type EditorView, WidgetType } from '@codemirror/view';
import type { RichBuilder } from './builder';
import type { SyntaxNode } from './syntax';
import classes from './rich.module.css';

type FigureKind = 'formula' | 'displayed formula' | 'diagram';

/** A formula or diagram as readers see it. */
export class FigureWidget extends WidgetType {
  readonly source: string;
  readonly kind: FigureKind;

  constructor(source: string, kind: FigureKind) {
    super();
    this.source = source;
    this.kind = kind;
  }

  override eq(other: FigureWidget): boolean {
    return other.source === this.source && other.kind === this.kind;
  }

  override toDOM(view: EditorView): HTMLElement {
    const element = document.createElement('span');
    if (this.kind !== 'formula') element.className = classes.figure ?? '';
    this.render(element).then(
      () => {
        view.requestMeasure();
      },
      // What renders it did not load.
      () => undefined,
    );
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }

  private async render(element: HTMLElement): Promise<void> {
    if (this.kind === 'diagram') {
      const { renderDiagram } = await import('../../figures/render-diagram');
      await renderDiagram(this.source, element);
    } else {
      element.textContent = this.source;
      const { renderMath } = await import('../../figures/render-math');
      await renderMath(this.source, this.kind !== 'formula', element);
    }
  }
}

/** The kind of figure that a language of a code block makes. */
export const getFigureKind = (language: string): FigureKind | undefined =>
  language === 'mermaid' ? 'diagram' : language === 'math' ? 'displayed formula' : undefined;

/** A formula in place of its source, or below it where the selection is or where it has several lines. */
export function showMath(builder: RichBuilder, node: SyntaxNode): void {
  const text = builder.text(node);
  const dollars = text.startsWith('$$') ? 2 : 1;
  const source = text.slice(dollars, -dollars).trim();
  const widget = new FigureWidget(source, dollars === 2 ? 'displayed formula' : 'formula');
  const isSelected = builder.isSelected(node.from, node.to);
  if (!isSelected && !text.includes('\n')) {
    builder.replace(node.from, node.to, widget);
    return;
  }
  builder.mark(node.from, node.to, classes.code);
  if (dollars === 2) builder.append(node.to, widget);
}
