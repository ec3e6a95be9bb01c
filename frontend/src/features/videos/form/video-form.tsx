import { lazy, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ContentStatus } from '../../../api/generated/model/contentStatus';
import type { VideoResponse } from '../../../api/generated/model/videoResponse';
import { VideoStatus } from '../../../api/generated/model/videoStatus';
import { getErrorText } from '../../../api/problem';
import { completeWebAddress } from '../../../lib/web-address';
import { uploads as uploadTexts } from '../../../messages/uploads';
import { videoForm as text } from '../../../messages/videos';
import {
  type FormDialog,
  FormDialogActions,
  StatusField,
  toDialogKind,
  useStatusChoice,
} from '../../editing/form-dialog';
import { ItemFormFrame } from '../../editing/item-form-frame';
import { type EditingOptions, useItemEditing } from '../../editing/use-item-editing';
import { createPlayback, PlaybackContext } from '../player/playback';
import { UnfinishedUploadNotice } from '../upload/unfinished-upload-notice';
import { UploadProgress, UploadProgressDialog } from '../upload/upload-progress-dialog';
import { useUnfinishedUpload } from '../upload/use-resumable-upload';
import { ChaptersField } from './chapters-field';
import { DescriptionField } from './description-field';
import { FormPreview, hasPreview } from './form-preview';
import { SourceFields } from './source-fields';
import { TranscriptField } from './transcript-field';
import { VideoFormActions } from './form-actions';
import { useVideoRequest } from './use-video-request';
import { useVideoUpload } from './use-video-upload';
import { videoKind } from './video-kind';
import { proposeTitle, type VideoValues } from './video-values';
import type { FoundDetails } from './youtube-details';

const VideoDiff = lazy(() => import('./video-diff'));

const fieldLabels = {
  source_type: text.sourceType,
  source_url: text.url,
  description: text.description,
  chapters: text.chapters,
  transcript: text.transcript,
};

const STATUSES = Object.values(VideoStatus);

interface VideoFormProps extends EditingOptions<VideoValues, VideoResponse> {
  /** Absent for a form that is a screen of its own. */
  dialog?: FormDialog;
}

export function VideoForm({ dialog, ...options }: VideoFormProps) {
  const { existing } = options;
  const element = useRef<HTMLFormElement>(null);
  const [playback] = useState(createPlayback);
  const { records, unfinished, discard } = useUnfinishedUpload();
  const { controls, uploaded, uploadVideo } = useVideoUpload(records);
  const [kind] = useState(() => (dialog ? toDialogKind(videoKind, dialog) : videoKind));
  const choice = useStatusChoice(existing);
  const send = useVideoRequest(existing, { uploadVideo, cancelUpload: controls.cancel }, records);
  const editing = useItemEditing(kind, send, options, element);
  const { form, file } = editing;
  // Kept with the draft: if the save fails, the file need not be uploaded again.
  const keepUpload = useEffectEvent((finished: NonNullable<typeof uploaded>) => {
    if (finished.file === file) form.setValues({ upload_key: finished.key });
  });
  useEffect(() => {
    if (uploaded) keepUpload(uploaded);
  }, [uploaded]);
  const chosenFile = useRef<File>(undefined);
  /** The title that was taken from the file's name or from YouTube, which another one replaces. */
  const proposedTitle = useRef('');
  const { source_type, upload_key } = form.values;
  const isUpload = source_type === 'UPLOAD';
  const needsFile = isUpload && existing?.source_type !== 'UPLOAD';
  const isFileMissing = needsFile && !file && upload_key === '';
  const forgetFile = () => {
    chosenFile.current = undefined;
    form.setValues({ upload_key: '', upload_name: '' });
    editing.setFile(undefined);
  };
  /** Keeps a title that the author wrote. @returns whether the title is the proposed one now */
  const fillTitle = (proposed: string): boolean => {
    const { title } = form.getValues();
    if (proposed === '' || (title.trim() !== '' && title !== proposedTitle.current)) return false;
    proposedTitle.current = proposed;
    editing.changeTitle(proposed);
    return true;
  };
  const takeDetails = ({ title, thumbnail }: FoundDetails, address: string) => {
    const { source_type: source, source_url } = form.getValues();
    if (source !== 'YOUTUBE' || completeWebAddress(source_url) !== address) return undefined;
    if (thumbnail) editing.setThumbnail(thumbnail);
    return fillTitle(title);
  };
  const chooseFile = (chosen: File | undefined) => {
    form.clearFieldError('upload_key');
    // Restored with a draft, so that the user knows which file to choose again.
    form.setValues({ upload_key: '', upload_name: chosen?.name ?? '' });
    editing.setFile(chosen);
    controls.cancel();
    chosenFile.current = chosen;
    if (!chosen) return;
    if (!existing) fillTitle(proposeTitle(chosen.name));
    uploadVideo(chosen).then(
      (key) => {
        if (key === undefined && chosenFile.current === chosen) forgetFile();
      },
      (error: unknown) => {
        const isChosen = chosenFile.current === chosen;
        if (isChosen) form.setFieldError('upload_key', getErrorText(error, uploadTexts.failed));
      },
    );
  };
  const shownUpload = isUpload && !file && upload_key === '' ? unfinished : undefined;
  const discardUnfinished = async () => {
    await discard();
    chooseFile(undefined);
  };
  const saveAs = (status: ContentStatus | undefined) => {
    editing.submit({ status, shouldContinueEditing: false }, () => {
      if (isFileMissing) form.setFieldError('upload_key', text.fileRequired);
      return !isFileMissing;
    });
  };
  const submit = () => {
    saveAs(existing ? choice.status : 'DRAFT');
  };
  const isSaving = editing.pendingSave !== undefined;

  return (
    <PlaybackContext value={playback}>
      <ItemFormFrame
        kind={kind}
        editing={editing}
        element={element}
        existing={existing}
        titlePlaceholder={text.titlePlaceholder}
        thumbnail={{ hint: text.thumbnailHint, isWide: true }}
        hasThumbnailPlacement={false}
        onSubmit={submit}
        onSaveShortcut={submit}
        actions={
          dialog ? (
            <FormDialogActions dialog={dialog} isSaving={isSaving} />
          ) : (
            <VideoFormActions
              existing={existing}
              disabledReason={isFileMissing ? text.fileRequired : undefined}
              pendingSave={editing.pendingSave}
              saveState={editing}
              onSaveAs={saveAs}
            />
          )
        }
        statusField={dialog && <StatusField choice={choice} statuses={STATUSES} />}
        conflict={{
          fieldLabels,
          renderComparison: (props) => <VideoDiff {...props} />,
        }}
      >
        {shownUpload && (
          <UnfinishedUploadNotice upload={shownUpload} onChoose={chooseFile} onDiscard={discardUnfinished} />
        )}
        <SourceFields
          form={form}
          existing={existing}
          file={file}
          hasUnfinishedUpload={shownUpload !== undefined}
          onFileChange={chooseFile}
          onDetailsFound={takeDetails}
        />
        {isUpload && !isSaving && controls.state && <UploadProgress {...controls} state={controls.state} />}
        <FormPreview existing={existing} file={isUpload ? file : undefined} />
        <DescriptionField
          value={form.values.description}
          error={form.errors['description']}
          onChange={(description) => {
            form.setFieldValue('description', description);
          }}
          onTyping={(getText) => {
            editing.keepTyped(() => ({ description: getText() }));
          }}
        />
        <ChaptersField
          value={form.values.chapters}
          error={form.errors['chapters']}
          hasPlayer={hasPreview({ existing, file })}
          // The duration of another file is not known yet.
          duration={file || form.values.source_type !== existing?.source_type ? null : existing.duration_sec}
          onChange={(chapters) => {
            form.setFieldValue('chapters', chapters);
          }}
        />
        <TranscriptField form={form} />
      </ItemFormFrame>
      {isUpload && isSaving && controls.state && (
        <UploadProgressDialog {...controls} state={controls.state} fileName={file?.name ?? ''} />
      )}
    </PlaybackContext>
  );
}
