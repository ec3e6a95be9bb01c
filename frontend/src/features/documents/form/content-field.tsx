import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useId, useState, type ReactNode, type RefObject } from 'react';
import { writing } from '../../../messages/writing';
import { Tabs } from '../../../ui/tabs';
import { Editor } from '../../../shared/markdown-editor/editor';
import classes from './content-field.module.css';
import { addSourceLines, usePreviewSync } from './use-preview-sync';

const text = writing.form;
const PREVIEW_DEBOUNCE_MS = 250;
const loadPreview = async () => ({ default: (await import('../../markdown/markdown-preview')).MarkdownPreview });
const MarkdownPreview = lazy(loadPreview);

type Mode = 'write' | 'preview' | 'both';

function Preview({ value, frame }: { value: string; frame: RefObject<HTMLDivElement | null> }) {
  const [debouncedValue] = useDebouncedValue(value, PREVIEW_DEBOUNCE_MS);
  return (
    <div ref={frame} className={classes.preview}>
      <div>
        <Suspense>
          {debouncedValue.trim() === '' ? (
            <p className={classes.nothing}>{text.nothingToPreview}</p>
          ) : (
            <MarkdownPreview text={debouncedValue} adjust={addSourceLines} />
          )}
        </Suspense>
      </div>
    </div>
  );
}

interface ContentFieldProps {
  /** The id of the input element. */
  id: string;
  value: string;
  error?: ReactNode;
  /** The number of rejected submits; each one brings the faulty view to the front. */
  serverErrorCount: number;
  onChange: (value: string) => void;
  onTyping: (getText: () => string) => void;
  onUploadCountChange: (count: number) => void;
}

/** Markdown editor and preview, side by side on wide screens. */
export function ContentField(props: ContentFieldProps) {
  const { id, value, error, serverErrorCount, onChange, onTyping, onUploadCountChange } = props;
  const panelId = useId();
  const [chosen, setMode] = useState<Mode>('write');
  const [seenErrorCount, setSeenErrorCount] = useState(serverErrorCount);
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    // Loaded in advance, so that the preview works after the network is lost.
    loadPreview().catch(() => undefined);
  }, []);
  if (serverErrorCount !== seenErrorCount) {
    setSeenErrorCount(serverErrorCount);
    if (error && chosen === 'preview') setMode('write');
  }
  const mode = chosen === 'both' && !isWide ? 'write' : chosen;
  const { frame, handleCursorMove } = usePreviewSync(mode === 'both');
  return (
    <div className={classes.content}>
      <div>
        <label htmlFor={id} data-required className={classes.label}>
          {text.content}
        </label>
        <Tabs
          label={text.views}
          panelId={panelId}
          value={mode}
          options={[
            { value: 'write', label: text.write },
            { value: 'preview', label: text.preview },
            ...(isWide ? [{ value: 'both' as const, label: text.both }] : []),
          ]}
          onChange={setMode}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={text[mode]} className={classes.panes} data-mode={mode}>
        {/* Hidden instead of unmounted, so that the undo history and the cursor position survive. */}
        <div className={classes.editorPane} hidden={mode === 'preview'}>
          <Editor
            id={id}
            size="document"
            isRequired
            value={value}
            onChange={onChange}
            onTyping={onTyping}
            onUploadCountChange={onUploadCountChange}
            onCursorMove={handleCursorMove}
            label={text.content}
            placeholder={text.contentPlaceholder}
            isInvalid={Boolean(error)}
            describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          />
          <p id={`${id}-hint`} className={classes.hint}>
            {writing.editor.hint}
          </p>
        </div>
        {mode !== 'write' && <Preview value={value} frame={frame} />}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
