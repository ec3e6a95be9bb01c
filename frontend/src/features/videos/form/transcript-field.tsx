import { Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { useState } from 'react';
import type { CaptionFileResponse } from '../../../api/generated/model/captionFileResponse';
import { readCaptionFile } from '../../../api/generated/videos-writing/videos-writing';
import { getErrorText } from '../../../api/problem';
import { chooseFiles } from '../../../lib/browser';
import { videoForm as text } from '../../../messages/videos';
import { useActionMutation } from '../../../shared/use-action-mutation';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import type { ItemForm } from '../../editing/use-item-form';
import classes from './video-form.module.css';
import type { VideoValues } from './video-values';

interface FileResult extends CaptionFileResponse {
  name: string;
}

/** The encoding where it was a guess, and the lines that could not be read. */
function FileNotes({ name, encoding, problems, problem_count }: FileResult) {
  const more = problem_count - problems.length;
  return (
    <>
      {encoding !== 'utf-8' && (
        <p className={classes.hint}>{text.readAs({ name, encoding: text.encodings[encoding] })}</p>
      )}
      {problem_count > 0 && (
        <>
          <p className={classes.error}>{text.unreadLines({ name, count: problem_count })}</p>
          <ul className={classes.problems}>
            {problems.map(({ line, message }, index) => (
              <li key={index}>{text.problemAt({ line, message })}</li>
            ))}
            {more > 0 && <li>{text.moreLines(more)}</li>}
          </ul>
        </>
      )}
    </>
  );
}

/** The transcript, typed or read from a file of captions. */
export function TranscriptField({ form }: { form: ItemForm<VideoValues> }) {
  const [result, setResult] = useState<FileResult>();
  const applyFile = async (read: FileResult) => {
    const isReplaced = form.getValues().transcript.trim() !== '';
    const confirmed =
      !isReplaced ||
      (await confirm({
        title: text.replaceTranscriptTitle,
        text: text.replaceTranscript(read.name),
        confirmLabel: text.replace,
      }));
    if (!confirmed) return;
    form.setFieldValue('transcript', read.transcript);
    form.setFieldValue('captions_vtt', read.captions_vtt);
    setResult(read);
  };
  const reading = useActionMutation({
    mutationFn: async (file: File) => ({ ...(await readCaptionFile({ file })), name: file.name }),
    onSuccess: (read) => void applyFile(read),
    onError: (error, file) =>
      void alert({
        title: text.unreadableTitle,
        text: text.unreadable({ name: file.name, reason: getErrorText(error, text.retryFile) }),
      }),
  });
  const chooseFile = async () => {
    const [file] = await chooseFiles('.vtt,.srt,text/vtt,application/x-subrip');
    if (file) reading.mutate(file);
  };
  return (
    <div className={classes.section}>
      <Textarea
        label={text.transcript}
        description={text.transcriptHint}
        autosize
        minRows={5}
        maxRows={20}
        classNames={{ label: classes.label }}
        {...form.getInputProps('transcript')}
      />
      <div className={classes.fileActions}>
        <Button
          variant="default"
          size="sm"
          icon={<IconFileText size={16} aria-hidden="true" />}
          isLoading={reading.isPending}
          onClick={() => void chooseFile()}
        >
          {text.readFile}
        </Button>
      </div>
      <div role="status">{result && <FileNotes {...result} />}</div>
    </div>
  );
}
