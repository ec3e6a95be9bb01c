import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DocumentSummaryResponse } from '../../../api/generated/model/documentSummaryResponse';
import type { DocumentTemplateResponse } from '../../../api/generated/model/documentTemplateResponse';
import { templates as text } from '../../../messages/templates';
import { LoadError } from '../../../shared/errors/load-error';
import { Button } from '../../../ui/button';
import { RadioGroup } from '../../../ui/radio-group';
import { Skeleton, SkeletonItem } from '../../../ui/skeleton';
import { Markdown } from '../../markdown/markdown';
import { templateQuery } from './template-queries';
import classes from './template-chooser.module.css';

const EMPTY = 'empty';

function Preview({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(templateQuery(id));
  if (error) return <LoadError error={error} title={text.loadFailed} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Skeleton>
        <SkeletonItem height="12rem" />
      </Skeleton>
    );
  return (
    <>
      <h2 dir="auto">{data.title}</h2>
      <Markdown key={data.id} text={data.content} />
    </>
  );
}

interface TemplateChooserProps {
  templates: readonly DocumentSummaryResponse[];
  /** @param template undefined for an empty document */
  onChoose: (template?: DocumentTemplateResponse) => void;
}

/** What a new document begins with: nothing, or one of the templates, with a preview of the one that is chosen. */
export default function TemplateChooser({ templates, onChoose }: TemplateChooserProps) {
  const [value, setValue] = useState(EMPTY);
  const chosen = templates.find(({ id }) => id === value);
  const { data } = useQuery({ ...templateQuery(value), enabled: chosen !== undefined });
  const options = [
    { value: EMPTY, label: text.empty },
    ...templates.map(({ id, title, summary, category }) => ({
      value: id,
      label: title,
      hint: [category ? text.ofCategory(category.title) : text.ofHub, summary].filter(Boolean).join(' · '),
    })),
  ];
  return (
    <form
      className={classes.layout}
      onSubmit={(event) => {
        event.preventDefault();
        if (!chosen) onChoose();
        else if (data) onChoose(data);
      }}
    >
      <div className={classes.choice}>
        <RadioGroup label={text.chooser} value={value} options={options} onChange={setValue} />
        <Button type="submit" isLoading={chosen !== undefined && !data}>
          {text.begin}
        </Button>
      </div>
      {chosen && (
        // Scrolled by keyboard.
        <section aria-label={text.preview} tabIndex={0} className={classes.preview}>
          <Preview key={chosen.id} id={chosen.id} />
        </section>
      )}
    </form>
  );
}
