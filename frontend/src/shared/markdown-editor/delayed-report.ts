/** Reporting a longer text takes longer than a key may take. */
const PROMPT_LENGTH = 20_000;
const PAUSE_MS = 300;
const MAX_DELAY_MS = 2000;

/**
 * Reports a text to its form: a short one at once, a longer one at the next pause in typing. What waits is reported
 * before anything reads the form: by `flush`, and when the focus leaves, a shortcut is pressed, a form is sent, or the
 * page is hidden or left.
 */
export class DelayedReport {
  private pending: (() => string) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private waitingSince = 0;
  private readonly report: (text: string) => void;

  constructor(report: (text: string) => void) {
    this.report = report;
    document.addEventListener('keydown', this.flushByShortcut, true);
    for (const name of ['submit', 'focusout', 'visibilitychange'] as const)
      document.addEventListener(name, this.flush, true);
    for (const name of ['pagehide', 'beforeunload'] as const) window.addEventListener(name, this.flush, true);
  }

  /**
   * @param length of the text
   * @returns whether the report waits
   */
  schedule(length: number, getText: () => string): boolean {
    this.pending = getText;
    if (length < PROMPT_LENGTH) {
      this.flush();
      return false;
    }
    const now = Date.now();
    if (this.timer === undefined) this.waitingSince = now;
    clearTimeout(this.timer);
    const delay = Math.max(0, Math.min(PAUSE_MS, this.waitingSince + MAX_DELAY_MS - now));
    this.timer = setTimeout(this.flush, delay);
    return true;
  }

  readonly flush = (): void => {
    clearTimeout(this.timer);
    this.timer = undefined;
    const getText = this.pending;
    this.pending = undefined;
    if (getText) this.report(getText());
  };

  destroy(): void {
    this.flush();
    document.removeEventListener('keydown', this.flushByShortcut, true);
    for (const name of ['submit', 'focusout', 'visibilitychange'] as const)
      document.removeEventListener(name, this.flush, true);
    for (const name of ['pagehide', 'beforeunload'] as const) window.removeEventListener(name, this.flush, true);
  }

  private readonly flushByShortcut = ({ ctrlKey, metaKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey) this.flush();
  };
}
