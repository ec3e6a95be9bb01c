import { type ExtractedPage, type ExtractedText, MAX_CHARACTERS, MAX_PAGES } from './extraction.js';

const CONTROLS = /(?![\t\r\n])\p{Cc}/gu;

/** Collects the text of a file up to the limits. Once it is full, what is added is left out. */
export class PageCollector {
  private readonly pages: ExtractedPage[] = [];
  private parts: string[] = [];
  private characters = 0;
  private page = 1;
  private isCut = false;

  /** @param deadline when to stop reading, so that a slow file keeps what has been read */
  constructor(private readonly deadline = Infinity) {}

  /** Whether the rest of the file need not be read. */
  get isFull(): boolean {
    this.isCut ||= this.page > MAX_PAGES || this.characters >= MAX_CHARACTERS || Date.now() > this.deadline;
    return this.isCut;
  }

  get isPageEmpty(): boolean {
    return this.parts.every((part) => part.trim() === '');
  }

  add(text: string): void {
    if (this.isFull || text === '') return;
    this.parts.push(text.slice(0, MAX_CHARACTERS - this.characters));
    this.characters += text.length;
    this.isCut ||= this.characters > MAX_CHARACTERS;
  }

  /** Ends a page; the next one may be empty. */
  endPage(): void {
    const text = this.parts.join('').toWellFormed().replace(CONTROLS, ' ').trim();
    if (text !== '') this.pages.push({ page: this.page, text });
    this.parts = [];
    this.page++;
  }

  /** @param hasPages whether the pages that were ended are those that readers see */
  finish(hasPages: boolean): ExtractedText {
    if (!this.isPageEmpty) this.endPage();
    return { pages: hasPages ? this.pages : this.pages.map(({ text }) => ({ page: null, text })), isCut: this.isCut };
  }
}
