import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { lazy, Suspense, useEffect, useId, useState, type ReactNode } from 'react';
import { writing } from '../../../messages/en-writing';
import { Tabs } from '../../../ui/tabs';
import { Editor } from '../editor/editor';
import classes from './document-form.module.css';

const text = writing.form;
const PREVIEW_PAUSE_MS = 250;
const loadMarkdown = async () => ({ default: (await import('../../../shared/markdown/markdown')).Markdown });
const Markdown = lazy(loadMarkdown);

type Mode = 'write' | 'preview' | 'both';

function Preview({ value }: { value: string }) {
  const [shown] = useDebouncedValue(value, PREVIEW_PAUSE_MS);
  return (
    <div className={classes.preview}>
      <Suspense>
        {shown.trim() === '' ? <p className={classes.nothing}>{text.nothingToPreview}</p> : <Markdown text={shown} />}
      </Suspense>
    </div>
  );
}

interface ContentFieldProps {
  /** Of the field itself. */
  id: string;
  value: string;
  error?: ReactNode;
  /** How often the form was refused: each time what is wrong here comes forward. */
  refusals: number;
  onChange: (value: string) => void;
  onUploads: (count: number) => void;
}

/** Markdown, to write and to look at; both at once where there is room. */
export function ContentField({ id, value, error, refusals, onChange, onUploads }: ContentFieldProps) {
  const panelId = useId();
  const [chosen, setMode] = useState<Mode>('write');
  const [seenRefusals, setSeenRefusals] = useState(refusals);
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    // Fetched while the network is there: a preview must not fail because it has gone meanwhile.
    loadMarkdown().catch(() => undefined);
  }, []);
  if (refusals !== seenRefusals) {
    setSeenRefusals(refusals);
    if (error && chosen === 'preview') setMode('write');
  }
  const mode = chosen === 'both' && !isWide ? 'write' : chosen;
  return (
    <div className={classes.content}>
      <div className={classes.contentHead}>
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
        {/* Hidden, not gone: what can be undone, and where one was, stays. */}
        <div className={classes.pane} hidden={mode === 'preview'}>
          <Editor
            id={id}
            value={value}
            onChange={onChange}
            onUploads={onUploads}
            label={text.content}
            placeholder={text.contentPlaceholder}
            isInvalid={Boolean(error)}
            describedBy={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          />
          <p id={`${id}-hint`} className={classes.hint}>
            {writing.editor.hint}
          </p>
        </div>
        {mode !== 'write' && <Preview value={value} />}
      </div>
      {error && (
        <p id={`${id}-error`} className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}
