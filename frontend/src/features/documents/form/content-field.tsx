import '@mantine/core/styles/UnstyledButton.layer.css';
import { Tabs } from '@mantine/core';
import '@mantine/core/styles/Tabs.layer.css';
import { lazy, Suspense, useId, useState, type ChangeEvent, type ReactNode } from 'react';
import { messages } from '../../../messages/en';
import classes from './document-form.module.css';

const text = messages.form;
const Markdown = lazy(async () => ({ default: (await import('../../../shared/markdown/markdown')).Markdown }));

interface ContentFieldProps {
  value: string;
  error?: ReactNode;
  onChange: (event: ChangeEvent<HTMLTextAreaElement>) => void;
}

/** Markdown, to write and to look at. */
export function ContentField({ value, error, onChange }: ContentFieldProps) {
  const errorId = useId();
  const [tab, setTab] = useState<string | null>('write');
  const nothing = <p className={classes.nothing}>{text.nothingToPreview}</p>;
  return (
    <Tabs value={tab} onChange={setTab} className={classes.content}>
      <Tabs.List>
        <Tabs.Tab value="write">{text.write}</Tabs.Tab>
        <Tabs.Tab value="preview">{text.preview}</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="write">
        <textarea
          aria-label={text.content}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? errorId : undefined}
          required
          spellCheck
          className={classes.editor}
          placeholder={text.contentPlaceholder}
          value={value}
          onChange={onChange}
        />
      </Tabs.Panel>
      <Tabs.Panel value="preview" className={classes.preview}>
        {/* Drawn only while it is looked at, not on every key. */}
        {tab === 'preview' && <Suspense>{value.trim() === '' ? nothing : <Markdown text={value} />}</Suspense>}
      </Tabs.Panel>
      {error && (
        <p id={errorId} className={classes.error}>
          {error}
        </p>
      )}
    </Tabs>
  );
}
