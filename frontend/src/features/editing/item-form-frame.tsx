import { TextInput } from '@mantine/core';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
} from 'react';
import { writing } from '../../messages/writing';
import '../../ui/styles/forms';
import { requiredProps } from '../../ui/styles/forms';
import { type ComparisonProps, ConflictDialog } from './conflict-dialog';
import { DetailsFields } from './details-fields';
import type { DetailsValues } from './details-values';
import { FormNotices } from './form-notices';
import classes from './item-form.module.css';
import type { EditableItem, ItemKind } from './item-kind';
import type { ThumbnailFieldProps } from './thumbnail-field';
import type { useItemEditing } from './use-item-editing';
import { asDetailsForm } from './use-item-form';

/** Prevents the browser's implicit submit on Enter, which would save and leave the form by accident. */
function preventEnterSubmit(event: ReactKeyboardEvent): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

/** Ctrl/⌘ S saves the form instead of the page. */
function useSaveShortcut(save: () => void): void {
  const onSave = useEffectEvent(save);
  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      onSave();
    };
    window.addEventListener('keydown', handle);
    return () => {
      window.removeEventListener('keydown', handle);
    };
  }, []);
}

interface ItemFormFrameProps<Values extends DetailsValues, Item extends EditableItem> {
  kind: ItemKind<Values, Item>;
  editing: ReturnType<typeof useItemEditing<Values, Item>>;
  element: RefObject<HTMLFormElement | null>;
  existing: Item | undefined;
  /** Notices of the kind, above the others. */
  notices?: ReactNode;
  titlePlaceholder: string;
  /** The field that Enter in the title leads to. */
  nextFieldId?: string;
  thumbnail?: Pick<ThumbnailFieldProps, 'hint' | 'isWide'>;
  hasThumbnailPlacement?: boolean;
  actions: ReactNode;
  /** Above the other details, where the status is a field like them. */
  statusField?: ReactNode;
  onSubmit: () => void;
  /** Ctrl/⌘ S. */
  onSaveShortcut: () => void;
  conflict: {
    fieldLabels: Record<string, string>;
    renderComparison: (props: ComparisonProps<Values>) => ReactNode;
  };
  /** The fields of the kind, below the title. */
  children: ReactNode;
}

/** The form of a content item: what documents and videos have in common around the fields of the kind. */
export function ItemFormFrame<Values extends DetailsValues, Item extends EditableItem>(
  props: ItemFormFrameProps<Values, Item>,
) {
  const { kind, editing, element, existing, nextFieldId, conflict } = props;
  useSaveShortcut(props.onSaveShortcut);
  return (
    <form
      ref={element}
      noValidate
      className={classes.form}
      onKeyDown={preventEnterSubmit}
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <FormNotices {...editing}>{props.notices}</FormNotices>
      <div className={classes.main}>
        <TextInput
          label={writing.form.title}
          {...requiredProps}
          placeholder={props.titlePlaceholder}
          classNames={{ input: classes.title, label: classes.label }}
          {...asDetailsForm(editing.form).getInputProps('title')}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.nativeEvent.isComposing && nextFieldId)
              document.getElementById(nextFieldId)?.focus();
          }}
          onChange={(event) => {
            editing.changeTitle(event.currentTarget.value);
          }}
        />
        {props.children}
      </div>
      <DetailsFields
        form={editing.form}
        onSlugChange={editing.changeSlug}
        suggestion={editing.suggestion}
        visibility={editing.visibility}
        statusField={props.statusField}
        existing={existing}
        hasThumbnailPlacement={props.hasThumbnailPlacement ?? true}
        thumbnail={{
          ...props.thumbnail,
          current: existing?.thumbnail ?? null,
          change: editing.thumbnail,
          onChange: editing.setThumbnail,
        }}
      />
      {props.actions}
      {editing.conflict && (
        <ConflictDialog
          key={editing.conflict.theirs.version}
          conflict={editing.conflict}
          kind={kind}
          {...conflict}
          onClose={editing.clearConflict}
          onKeepMine={editing.keepMine}
          onTakeTheirs={editing.takeTheirs}
          onMerge={editing.merge}
        />
      )}
    </form>
  );
}
