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
  value: string;
  error?: ReactNode;
  onChange: (value: string) => void;
  onUploads: (count: number) => void;
}

/** Markdown, to write and to look at; both at once where there is room. */
export function ContentField({ value, error, onChange, onUploads }: ContentFieldProps) {
  const id = useId();
  const [chosen, setMode] = useState<Mode>('write');
  const isWide = useMediaQuery('(min-width: 62em)', undefined, { getInitialValueInEffect: false });
  useEffect(() => {
    // Fetched while the network is there: a preview must not fail because it has gone meanwhile.
    loadMarkdown().catch(() => undefined);
  }, []);
  const mode = chosen === 'both' && !isWide ? 'write' : chosen;
  return (
    <div className={classes.content}>
      <Tabs
        label={text.views}
        panelId={`${id}-panel`}
        value={mode}
        options={[
          { value: 'write', label: text.write },
          { value: 'preview', label: text.preview },
          ...(isWide ? [{ value: 'both' as const, label: text.both }] : []),
        ]}
        onChange={setMode}
      />
      <div id={`${id}-panel`} role="tabpanel" aria-label={text[mode]} className={classes.panes} data-mode={mode}>
        {/* Hidden, not gone: what can be undone, and where one was, stays. */}
        <div className={classes.pane} hidden={mode === 'preview'}>
          <Editor
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
