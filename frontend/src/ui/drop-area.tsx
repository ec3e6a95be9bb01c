import { type ComponentProps, type DragEvent, type ReactNode, useId, useState } from 'react';
import { chooseFiles } from '../lib/browser';
import { Button } from './button';
import classes from './drop-area.module.css';
import './styles/forms';

interface DropAreaProps {
  /** The label of the field; without one, the context names it. */
  label?: ReactNode;
  isRequired?: boolean;
  hint?: ReactNode;
  /** An error of the form; that of a refused file takes precedence. */
  error?: ReactNode;
  /** `stacked`: the content above the buttons; `inline`: both in one row; `beside`: a round image beside all others. */
  layout?: 'stacked' | 'inline' | 'beside';
  /** Whether there is nothing to show yet. */
  isEmpty?: boolean;
  frameClassName?: string;
  /** Media types and extensions that the file picker offers. */
  accept: string;
  /** Returns why a file is refused, undefined if it is accepted. */
  check: (file: File) => string | undefined;
  onSelect: (file: File) => void;
  /** Opens the file picker, also by keyboard. */
  chooseButton: ComponentProps<typeof Button> & { 'data-autofocus'?: boolean };
  removeButton?: ComponentProps<typeof Button>;
  /** The current file, or an invitation to drop one. */
  children: ReactNode;
}

/** Text can be dragged as well. */
const dragsFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer.types.includes('Files');

/** A field for one file, which is dropped on it or chosen with its button. */
export function DropArea(props: DropAreaProps) {
  const { label, hint, layout = 'stacked', accept, check, onSelect, chooseButton, removeButton } = props;
  const id = useId();
  const [refusal, setRefusal] = useState<string>();
  const [isDragOver, setDragOver] = useState(false);
  const error = refusal ?? props.error;

  const select = (file: File) => {
    const reason = check(file);
    setRefusal(reason);
    if (reason === undefined) onSelect(file);
  };
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const actions = (
    <div className={classes.actions}>
      <Button
        variant="default"
        size="sm"
        aria-describedby={error ? `${id}-error` : undefined}
        {...chooseButton}
        onClick={() => {
          void chooseFiles(accept).then(([file]) => {
            if (file) select(file);
          });
        }}
      />
      {removeButton && (
        <Button
          variant="subtle"
          size="sm"
          {...removeButton}
          onClick={(event) => {
            setRefusal(undefined);
            removeButton.onClick?.(event);
          }}
        />
      )}
    </div>
  );
  return (
    <div
      role="group"
      aria-labelledby={label ? `${id}-label` : undefined}
      aria-describedby={describedBy}
      className={classes.area}
      data-layout={layout}
      data-empty={props.isEmpty || undefined}
      data-dragover={isDragOver || undefined}
      onDragOver={(event) => {
        if (!dragsFiles(event)) return;
        event.preventDefault();
        setDragOver(true);
      }}
      onDragLeave={(event) => {
        // Entering a child leaves the parent in terms of events.
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false);
      }}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        setDragOver(false);
        select(file);
      }}
    >
      {label && (
        <div id={`${id}-label`} className={classes.label} data-required={props.isRequired || undefined}>
          {label}
        </div>
      )}
      <div className={[classes.frame, props.frameClassName].filter(Boolean).join(' ')}>
        {props.children}
        {layout === 'inline' && actions}
      </div>
      {hint && (
        <p id={`${id}-hint`} className={classes.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
      {layout !== 'inline' && actions}
    </div>
  );
}
