import { Checkbox } from '@mantine/core';
import { IconFileZip, IconUpload } from '@tabler/icons-react';
import { type SyntheticEvent, useState } from 'react';
import { IMPORT_ARCHIVE_MAX } from '@hub/shared/limits';
import { formatSize } from '../../../lib/message-format';
import { messages } from '../../../messages/common';
import { writing } from '../../../messages/writing';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import { DropArea } from '../../../ui/drop-area';
import '../../../ui/styles/forms';
import type { ImportChoices } from './import-archive';
import classes from './import-dialog.module.css';

const text = writing.transfer;
const ICON = 16;

const getArchiveError = (file: File): string | undefined => {
  if (!/\.zip$/i.test(file.name)) return text.notAnArchive;
  return file.size > IMPORT_ARCHIVE_MAX ? text.archiveTooLarge : undefined;
};

interface ImportDialogProps {
  onImport: (choices: ImportChoices) => void;
  onClose: () => void;
}

/** Lets the user choose a ZIP of Markdown files and what becomes of its folders. */
export default function ImportDialog({ onImport, onClose }: ImportDialogProps) {
  const canPublish = useCan('content.publish');
  const canManageCategories = useCan('categories.manage');
  const [archive, setArchive] = useState<File>();
  const [error, setError] = useState<string>();
  const [folderCategories, setFolderCategories] = useState(true);
  const [publish, setPublish] = useState(false);

  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (archive) onImport({ archive, folderCategories, publish });
    else setError(text.archiveRequired);
  };

  return (
    <Dialog title={text.importTitle} text={text.importText} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <DropArea
          error={error}
          layout="inline"
          isEmpty
          accept=".zip,application/zip"
          check={getArchiveError}
          onSelect={(file) => {
            setError(undefined);
            setArchive(file);
          }}
          chooseButton={{
            'data-autofocus': true,
            children: archive ? text.replaceArchive : text.chooseArchive,
          }}
        >
          <IconFileZip size={24} aria-hidden="true" className={classes.icon} />
          <span className={classes.name} aria-live="polite">
            {archive ? `${archive.name} (${formatSize(archive.size)})` : text.dropArchive}
          </span>
        </DropArea>
        <Checkbox
          label={text.folderCategories}
          description={canManageCategories ? text.folderCategoriesHint : text.existingCategoriesHint}
          checked={folderCategories}
          onChange={(event) => {
            setFolderCategories(event.currentTarget.checked);
          }}
        />
        {canPublish && (
          <Checkbox
            label={text.publishImported}
            description={text.publishImportedHint}
            checked={publish}
            onChange={(event) => {
              setPublish(event.currentTarget.checked);
            }}
          />
        )}
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {messages.common.cancel}
          </Button>
          <Button type="submit" icon={<IconUpload size={ICON} aria-hidden="true" />}>
            {text.startImport}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
