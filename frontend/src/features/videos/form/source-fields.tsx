import { IconVideo, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { formatSize } from '../../../lib/message-format';
import { completeWebAddress } from '../../../lib/web-address';
import { videoForm as text } from '../../../messages/videos';
import { SOURCE_TYPES } from '../../../shared/content/enums';
import { useCan } from '../../../shared/session/session';
import { DropArea } from '../../../ui/drop-area';
import { SelectField, toOptions, WebAddressField } from '../../../ui/fields';
import { requiredProps } from '../../../ui/styles/forms';
import type { ItemForm } from '../../editing/use-item-form';
import { getVideoFileError, getVideoFileHint, VIDEO_FILE_TYPES } from '../upload/video-files';
import classes from './video-form.module.css';
import type { VideoValues } from './video-values';
import { type FoundDetails, isYouTubeAddress, YouTubeDetails } from './youtube-details';

interface FileFieldProps {
  /** The stored file of an existing video. */
  currentName: string | null;
  file: File | undefined;
  /** All of the file has arrived. */
  isUploaded: boolean;
  /** A file that was chosen in an earlier visit, and perhaps uploaded. */
  earlier: { name: string; isUploaded: boolean } | undefined;
  error: ReactNode;
  onChange: (file: File | undefined) => void;
}

function getFileText({ currentName, file, isUploaded, earlier }: FileFieldProps): string {
  if (file && isUploaded) return text.newUploadedFile({ name: file.name, size: formatSize(file.size) });
  if (file) return text.newFile({ name: file.name, size: formatSize(file.size) });
  if (earlier?.isUploaded) return text.uploadedFile(earlier.name);
  if (earlier) return text.chooseFileAgain(earlier.name);
  return currentName === null ? text.dropFile : text.currentFile(currentName);
}

function FileField(props: FileFieldProps) {
  const { currentName, file, earlier, onChange } = props;
  const hasFile = file !== undefined || currentName !== null || Boolean(earlier?.isUploaded);
  const isReplaced = file !== undefined && currentName !== null;
  return (
    <DropArea
      label={text.file}
      isRequired
      hint={isReplaced ? text.replacesFile : getVideoFileHint()}
      error={props.error}
      layout="inline"
      isEmpty={!hasFile}
      frameClassName={classes.file}
      accept={VIDEO_FILE_TYPES}
      check={getVideoFileError}
      onSelect={onChange}
      chooseButton={{ children: hasFile ? text.replaceFile : text.chooseFile }}
      removeButton={
        isReplaced
          ? {
              icon: <IconX size={16} aria-hidden="true" />,
              children: text.removeFile,
              onClick: () => {
                onChange(undefined);
              },
            }
          : undefined
      }
    >
      <IconVideo size={20} aria-hidden="true" className={classes.fileIcon} />
      <span className={classes.fileName}>{getFileText(props)}</span>
    </DropArea>
  );
}

interface SourceFieldsProps {
  form: ItemForm<VideoValues>;
  existing: VideoResponse | undefined;
  file: File | undefined;
  /** A notice asks for its file. */
  hasUnfinishedUpload: boolean;
  onFileChange: (file: File | undefined) => void;
  onDetailsFound: (details: FoundDetails, address: string) => boolean | undefined;
}

/** Where the video comes from: a file, or an address at a service. */
export function SourceFields({ form, existing, file, hasUnfinishedUpload, ...on }: SourceFieldsProps) {
  const { source_type, upload_key, upload_name } = form.values;
  const address = completeWebAddress(form.values.source_url);
  const canAskYouTube = useCan('content.create') && source_type === 'YOUTUBE' && isYouTubeAddress(address);
  const isUploaded = upload_key !== '';
  const isEarlier = upload_name !== '' && (isUploaded || !hasUnfinishedUpload);
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
          isUploaded={isUploaded}
          earlier={isEarlier ? { name: upload_name, isUploaded } : undefined}
          error={form.errors['upload_key']}
          onChange={on.onFileChange}
        />
      ) : (
        <WebAddressField
          label={text.url}
          description={text.urlHints[source_type]}
          {...requiredProps}
          {...form.getInputProps('source_url')}
        />
      )}
      {canAskYouTube && <YouTubeDetails key={address} address={address} onFound={on.onDetailsFound} />}
    </>
  );
}
