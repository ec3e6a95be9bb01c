import {
  IconArrowDown,
  IconArrowUp,
  IconArrowAutofitWidth,
  IconDownload,
  IconX,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { messages } from '../../../messages/common';
import { pdf as text } from '../../../messages/pdf';
import { IconButton } from '../../../ui/button';
import { useModal } from '../../../ui/dialogs/dialog';
import { type PdfState, PdfView } from './pdf-view';
import classes from './pdf-viewer.module.css';

interface PdfViewerProps {
  name: string;
  url: string;
  /** Where to begin, from 1. */
  page: number;
  onClose: () => void;
}

/** What to tell of an error of pdf.js; most files that fail can still be downloaded. */
function describeError(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return text.errors.password;
  if (name === 'InvalidPDFException') return text.errors.damaged;
  return text.errors.other;
}

interface SearchProps {
  view: PdfView;
  matches: PdfState['matches'];
}

function Search({ view, matches }: SearchProps) {
  const [query, setQuery] = useState('');
  const found = matches?.total ? text.matches(matches) : text.noMatches;
  return (
    <form
      role="search"
      className={classes.search}
      onSubmit={(event) => {
        event.preventDefault();
        view.search(query);
      }}
    >
      <input
        type="search"
        aria-label={text.search}
        placeholder={text.search}
        value={query}
        onChange={({ currentTarget: { value } }) => {
          setQuery(value);
          view.search(value);
        }}
      />
      <span role="status" className={classes.matches}>
        {query && matches && found}
      </span>
      <IconButton
        aria-label={text.previousMatch}
        onClick={() => {
          view.search(query, true);
        }}
      >
        <IconArrowUp size={18} aria-hidden="true" />
      </IconButton>
      <IconButton
        aria-label={text.nextMatch}
        onClick={() => {
          view.search(query);
        }}
      >
        <IconArrowDown size={18} aria-hidden="true" />
      </IconButton>
    </form>
  );
}

/** The page that is seen; another one is shown after Enter, or when the field is left. */
function PageField({ view, state: { page, pageCount } }: { view: PdfView; state: PdfState }) {
  const [typed, setTyped] = useState<string>();
  const go = () => {
    const wanted = Number(typed);
    setTyped(undefined);
    if (Number.isInteger(wanted) && wanted > 0) view.goTo(wanted);
  };
  return (
    <form
      className={classes.pages}
      onSubmit={(event) => {
        event.preventDefault();
        go();
      }}
    >
      <input
        inputMode="numeric"
        aria-label={text.pageField}
        value={typed ?? page}
        onChange={({ currentTarget: { value } }) => {
          setTyped(value);
        }}
        onBlur={go}
      />
      <span>{text.ofPages(pageCount)}</span>
    </form>
  );
}

/** A PDF over the whole page. In the body, because a paragraph contains no dialog. */
export default function PdfViewer({ name, url, page, onClose }: PdfViewerProps) {
  const dialog = useModal();
  const container = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<PdfView>();
  const [state, setState] = useState<PdfState>();
  const [error, setError] = useState<string>();

  useEffect(() => {
    const element = container.current;
    if (!element) return undefined;
    const closing = new AbortController();
    PdfView.open(element, url, { page, onChange: setState, signal: closing.signal }).then(
      setView,
      (reason: unknown) => {
        if (!closing.signal.aborted) setError(describeError(reason));
      },
    );
    return () => {
      closing.abort();
    };
  }, [url, page]);

  const handleKeys = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'f') return;
    const field = dialog.current?.querySelector<HTMLInputElement>('[type=search]');
    if (!field) return;
    event.preventDefault();
    field.focus();
    field.select();
  };

  return createPortal(
    <dialog
      ref={dialog}
      aria-modal="true"
      aria-label={name}
      className={classes.viewer}
      onKeyDown={handleKeys}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        // The text around the card, of which this is a child in React.
        event.stopPropagation();
      }}
    >
      <div className={classes.bar}>
        <h2 className={classes.name} title={name}>
          <bdi>{name}</bdi>
        </h2>
        {view && state && (
          <>
            <PageField view={view} state={state} />
            <div className={classes.zoom}>
              <IconButton
                aria-label={text.zoomOut}
                onClick={() => {
                  view.zoom(-1);
                }}
              >
                <IconZoomOut size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                aria-label={text.zoomIn}
                onClick={() => {
                  view.zoom(1);
                }}
              >
                <IconZoomIn size={18} aria-hidden="true" />
              </IconButton>
              <IconButton
                aria-label={text.fitWidth}
                onClick={() => {
                  view.fitWidth();
                }}
              >
                <IconArrowAutofitWidth size={18} aria-hidden="true" />
              </IconButton>
            </div>
            <Search view={view} matches={state.matches} />
          </>
        )}
        <div className={classes.end}>
          <a href={url} download={name} aria-label={text.download} title={text.download} className={classes.download}>
            <IconDownload size={18} aria-hidden="true" />
          </a>
          <IconButton aria-label={messages.common.close} data-autofocus onClick={onClose}>
            <IconX size={18} aria-hidden="true" />
          </IconButton>
        </div>
      </div>
      <div className={classes.body}>
        {/* Focusable, so that it can be scrolled by keyboard. */}
        <div ref={container} className={classes.container} role="group" aria-label={text.pages} tabIndex={0}>
          <div className="pdfViewer" />
        </div>
        {error !== undefined && (
          <p role="alert" className={classes.note}>
            {error}
          </p>
        )}
        {!view && error === undefined && (
          <p role="status" className={classes.note}>
            {text.loading}
          </p>
        )}
      </div>
    </dialog>,
    document.body,
  );
}
