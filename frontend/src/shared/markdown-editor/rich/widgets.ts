import { WidgetType } from '@codemirror/view';
import classes from './rich.module.css';

/** A drawn mark in place of the written one. */
export class MarkWidget extends WidgetType {
  readonly text: string;
  readonly className: string | undefined;

  constructor(text: string, className: string | undefined) {
    super();
    this.text = text;
    this.className = className;
  }

  override eq(other: MarkWidget): boolean {
    return other.text === this.text && other.className === this.className;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = this.className ?? '';
    element.textContent = this.text;
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}

export class RuleWidget extends WidgetType {
  override eq(): boolean {
    return true;
  }

  override toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = classes.rule ?? '';
    element.setAttribute('role', 'separator');
    return element;
  }

  override ignoreEvent(): boolean {
    return false;
  }
}
