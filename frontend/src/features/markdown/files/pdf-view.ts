import type { PDFDocumentLoadingTask } from 'pdfjs-dist';
import type { PDFFindController, PDFLinkService, PDFViewer } from 'pdfjs-dist/web/pdf_viewer.mjs';
import { language } from '../../../lib/language';
import { pdf as text } from '../../../messages/pdf';
import { PDF_DATA } from './pdf-data';
import PdfWorker from 'pdfjs-dist/build/pdf.worker.mjs?worker';
import 'pdfjs-dist/web/pdf_viewer.css';

/** What a reader sees of a document beside its pages. */
export interface PdfState {
  page: number;
  pageCount: number;
  /** 1 is the size of print */
  scale: number;
  /** of the searched words; undefined without a search */
  matches?: { current: number; total: number } | undefined;
}

/** The texts of pdf.js are English only; its pages get their names below. */
const noTexts = {
  getLanguage: () => language,
  getDirection: () => document.documentElement.dir,
  get: () => Promise.resolve(''),
  translate: () => Promise.resolve(),
  translateOnce: () => Promise.resolve(),
  destroy: () => undefined,
  pause: () => undefined,
  resume: () => undefined,
};

/** With an option that its type lacks. */
type ViewerOptions = ConstructorParameters<typeof PDFViewer>[0] & { abortSignal: AbortSignal };

/** The width of the viewport fits the page, up to this; beyond, lines are hard to follow. */
const WIDEST_FIT = 1.5;
const ZOOM_STEP = 1.2;
const MIN_SCALE = 0.25;
const MAX_SCALE = 5;

async function load() {
  const pdfjs = await import('pdfjs-dist');
  // Its components read the library from a global variable, which the library sets.
  const viewer = await import('pdfjs-dist/web/pdf_viewer.mjs');
  return { pdfjs, viewer };
}

/**
 * A PDF in an element: pages are rendered while one scrolls, with selectable text and links. Nothing in a PDF is
 * executed: neither its scripts nor its forms are read.
 */
export class PdfView {
  private readonly task: PDFDocumentLoadingTask;
  private readonly worker: Worker;
  private readonly ending: AbortController;
  private readonly viewer: PDFViewer;
  private readonly links: PDFLinkService;
  private readonly find: (again: '' | 'again', isBackwards: boolean) => void;
  private query = '';

  /**
   * @param container scrolls, and is positioned absolutely; its first child gets the pages
   * @param page where to begin, from 1
   * @throws an error of pdf.js: see `describePdfError`
   */
  static async open(
    container: HTMLDivElement,
    url: string,
    { page, onChange, signal }: { page: number; onChange: (state: PdfState) => void; signal: AbortSignal },
  ): Promise<PdfView> {
    const modules = await load();
    signal.throwIfAborted();
    const view = new PdfView(modules, container, url, onChange);
    signal.addEventListener('abort', () => {
      view.close();
    });
    await view.start(page);
    return view;
  }

  private constructor(
    { pdfjs, viewer: components }: Awaited<ReturnType<typeof load>>,
    container: HTMLDivElement,
    url: string,
    onChange: (state: PdfState) => void,
  ) {
    this.ending = new AbortController();
    this.worker = new PdfWorker();
    this.task = pdfjs.getDocument({
      url,
      worker: pdfjs.PDFWorker.create({ port: this.worker }),
      cMapUrl: `${PDF_DATA}cmaps/`,
      standardFontDataUrl: `${PDF_DATA}standard_fonts/`,
      wasmUrl: `${PDF_DATA}wasm/`,
      // The Content Security Policy allows no WebAssembly.
      useWasm: false,
      enableXfa: false,
    });
    const eventBus = new components.EventBus();
    this.links = new components.PDFLinkService({
      eventBus,
      externalLinkTarget: components.LinkTarget.BLANK,
      externalLinkRel: 'noopener noreferrer nofollow ugc',
    });
    const findController: PDFFindController = new components.PDFFindController({ eventBus, linkService: this.links });
    const options: ViewerOptions = {
      container,
      eventBus,
      linkService: this.links,
      findController,
      annotationMode: pdfjs.AnnotationMode.ENABLE,
      annotationEditorMode: pdfjs.AnnotationEditorType.DISABLE,
      enableAutoLinking: false,
      l10n: noTexts as unknown as ViewerOptions['l10n'],
      abortSignal: this.ending.signal,
    };
    this.viewer = new components.PDFViewer(options);
    this.links.setViewer(this.viewer);

    let matches: PdfState['matches'];
    const report = () => {
      const { currentPageNumber: page, pagesCount: pageCount, currentScale: scale } = this.viewer;
      onChange({ page, pageCount, scale, matches: this.query ? matches : undefined });
    };
    eventBus.on('pagesinit', () => {
      this.fitWidth();
      for (const [index, page] of [...container.querySelectorAll('.page')].entries())
        page.setAttribute('aria-label', text.page({ page: index + 1, count: this.viewer.pagesCount }));
    });
    for (const name of ['pagesinit', 'pagechanging', 'scalechanging']) eventBus.on(name, report);
    const setMatches = ({ matchesCount }: { matchesCount: { current: number; total: number } }) => {
      matches = matchesCount;
      report();
    };
    eventBus.on('updatefindmatchescount', setMatches);
    eventBus.on('updatefindcontrolstate', setMatches);
    this.find = (again, isBackwards) => {
      eventBus.dispatch('find', {
        source: this,
        type: again,
        query: this.query,
        highlightAll: true,
        findPrevious: isBackwards,
        caseSensitive: false,
        entireWord: false,
        matchDiacritics: false,
      });
    };
  }

  private async start(page: number): Promise<void> {
    const document = await this.task.promise;
    this.links.setDocument(document);
    this.viewer.setDocument(document);
    await this.viewer.firstPagePromise;
    this.goTo(page);
  }

  goTo(page: number): void {
    this.viewer.currentPageNumber = Math.min(Math.max(1, page), this.viewer.pagesCount);
  }

  zoom(direction: 1 | -1): void {
    const scale = this.viewer.currentScale * ZOOM_STEP ** direction;
    this.viewer.currentScale = Math.min(Math.max(scale, MIN_SCALE), MAX_SCALE);
  }

  fitWidth(): void {
    this.viewer.currentScaleValue = 'page-width';
    if (this.viewer.currentScale > WIDEST_FIT) this.viewer.currentScale = WIDEST_FIT;
  }

  /** Finds words, or the next place of the same ones. */
  search(query: string, isBackwards = false): void {
    const isSame = query === this.query;
    this.query = query;
    this.find(isSame ? 'again' : '', isBackwards);
  }

  close(): void {
    this.ending.abort();
    this.viewer.cleanup();
    this.worker.terminate();
    void this.task.destroy();
  }
}
