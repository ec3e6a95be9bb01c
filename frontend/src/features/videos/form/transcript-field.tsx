import { Textarea } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { chooseFiles } from '../../../lib/browser';
import { videoForm as text } from '../../../messages/en-videos';
import { Button } from '../../../ui/button';
import { alert, confirm } from '../../../ui/dialogs/dialogs';
import type { ItemForm } from '../../editing/use-item-form';
import { readCaptionFile } from '../transcript/read-captions';
import classes from './video-form.module.css';
import type { VideoValues } from './video-values';

/** The transcript, typed or read from a file of captions. */
export function TranscriptField({ form }: { form: ItemForm<VideoValues> }) {
  const readFile = async () => {
    const [file] = await chooseFiles('.vtt,.srt,text/vtt,application/x-subrip');
    if (!file) return;
    const transcript = await file.text().then(readCaptionFile, () => undefined);
    if (transcript === undefined) {
      void alert({ title: text.unreadableTitle, text: text.unreadable(file.name) });
      return;
    }
    const isReplaced = form.getValues().transcript.trim() !== '';
    const confirmed =
      !isReplaced ||
      (await confirm({
        title: text.replaceTranscriptTitle,
        text: text.replaceTranscript(file.name),
        confirmLabel: text.replace,
      }));
    if (confirmed) form.setFieldValue('transcript', transcript);
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
          onClick={() => void readFile()}
        >
          {text.readFile}
        </Button>
        <span className={classes.hint}>{text.readFileHint}</span>
      </div>
    </div>
  );
}
