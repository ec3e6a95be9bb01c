import { TextInput } from '@mantine/core';
import { IconVideo, IconX } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { chooseFiles } from '../../../lib/browser';
import { formatSize } from '../../../lib/format';
import { videoForm as text } from '../../../messages/en-videos';
import { SOURCE_TYPES } from '../../../shared/content/enums';
import { Button } from '../../../ui/button';
import { SelectField, toOptions } from '../../../ui/fields';
import { requiredProps } from '../../../ui/styles/forms';
import type { ItemForm } from '../../editing/use-item-form';
import { VIDEO_FILE_TYPES } from '../upload/video-file-types';
import classes from './video-form.module.css';
import type { VideoValues } from './video-values';

const EXTENSIONS = ['.mp4', '.m4v', '.webm', '.avi', '.mov', '.mkv'];

/** By its name or type; the server judges by the content. */
function isVideoFile({ name, type }: File): boolean {
  return type.startsWith('video/') || EXTENSIONS.some((extension) => name.toLowerCase().endsWith(extension));
}

interface FileFieldProps {
  /** The stored file of an existing video. */
  currentName: string | null;
  file: File | undefined;
  /** A file that has been uploaded, or whose upload was interrupted, in an earlier visit. */
  earlier: { name: string; isComplete: boolean } | undefined;
  error: ReactNode;
  onChange: (file: File | undefined) => void;
}

function getFileText({ currentName, file, earlier }: FileFieldProps): string {
  if (file) return text.newFile(file.name, formatSize(file.size));
  if (earlier?.isComplete) return text.uploadedFile(earlier.name);
  if (earlier) return text.resumeFile(earlier.name);
  return currentName === null ? text.dropFile : text.currentFile(currentName);
}

function FileField(props: FileFieldProps) {
  const { currentName, file, earlier, onChange } = props;
  const id = useId();
  const [typeError, setTypeError] = useState<string>();
  const [isDragOver, setDragOver] = useState(false);
  const error = typeError ?? props.error;
  const hasFile = file !== undefined || currentName !== null || Boolean(earlier?.isComplete);
  const select = (chosen: File | undefined) => {
    if (!chosen) return;
    const isVideo = isVideoFile(chosen);
    setTypeError(isVideo ? undefined : text.wrongType);
    if (isVideo) onChange(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDragOver(false);
    select(event.dataTransfer.files[0]);
  };
  return (
    <div role="group" aria-labelledby={`${id}-label`} aria-describedby={`${id}-hint`}>
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- labels the group */}
      <label id={`${id}-label`} className={classes.label} data-required>
        {text.file}
      </label>
      <div
        className={classes.drop}
        data-dragover={isDragOver || undefined}
        data-empty={!hasFile || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setDragOver(true);
        }}
        onDragLeave={() => {
          setDragOver(false);
        }}
        onDrop={drop}
      >
        <IconVideo size={20} aria-hidden="true" className={classes.dropIcon} />
        <span className={classes.fileName}>{getFileText(props)}</span>
        <span className={classes.fileActions}>
          <Button
            variant="default"
            size="sm"
            aria-describedby={error ? `${id}-error` : undefined}
            onClick={() => {
              void chooseFiles(VIDEO_FILE_TYPES).then(([chosen]) => {
                select(chosen);
              });
            }}
          >
            {hasFile ? text.replaceFile : text.chooseFile}
          </Button>
          {file && currentName !== null && (
            <Button
              variant="subtle"
              size="sm"
              icon={<IconX size={16} aria-hidden="true" />}
              onClick={() => {
                onChange(undefined);
              }}
            >
              {text.removeFile}
            </Button>
          )}
        </span>
      </div>
      <p id={`${id}-hint`} className={classes.hint}>
        {file && currentName !== null ? text.replacesFile : text.fileHint('')}
      </p>
      {error && (
        <p id={`${id}-error`} role="alert" className={classes.error}>
          {error}
        </p>
      )}
    </div>
  );
}

interface SourceFieldsProps {
  form: ItemForm<VideoValues>;
  existing: VideoResponse | undefined;
  file: File | undefined;
  onFileChange: (file: File | undefined) => void;
}

/** Where the video comes from: a file, or an address at a service. */
export function SourceFields({ form, existing, file, onFileChange }: SourceFieldsProps) {
  const { source_type, upload_key, upload_name } = form.values;
  const hasStoredFile = existing?.source_type === 'UPLOAD';
  return (
    <>
      <SelectField
        label={text.sourceType}
        data={toOptions(SOURCE_TYPES, text.sourceTypes)}
        {...form.getInputProps('source_type')}
      />
      {source_type === 'UPLOAD' ? (
        <FileField
          currentName={hasStoredFile ? (existing.original_name ?? existing.title) : null}
          file={file}
          earlier={upload_name === '' ? undefined : { name: upload_name, isComplete: upload_key !== '' }}
          error={form.errors['upload_key']}
          onChange={onFileChange}
        />
      ) : (
        <TextInput
          type="url"
          label={text.url}
          description={text.urlHints[source_type]}
          {...requiredProps}
          {...form.getInputProps('source_url')}
        />
      )}
    </>
  );
}
