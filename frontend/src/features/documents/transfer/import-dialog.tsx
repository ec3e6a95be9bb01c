import { Checkbox } from '@mantine/core';
import { IconFileZip, IconUpload } from '@tabler/icons-react';
import { type DragEvent, type SyntheticEvent, useState } from 'react';
import { chooseFiles } from '../../../lib/browser';
import { formatSize } from '../../../lib/format';
import { messages } from '../../../messages/en';
import { writing } from '../../../messages/en-writing';
import { useCan } from '../../../shared/session/session';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import '../../../ui/styles/forms';
import type { ImportChoices } from './import-archive';
import classes from './import-dialog.module.css';

const text = writing.transfer;
const ICON = 16;
/** As the server's limit. */
const MAX_ARCHIVE_BYTES = 200 * 1024 ** 2;

const getArchiveError = (file: File): string | undefined => {
  if (!/\.zip$/i.test(file.name)) return text.notAnArchive;
  return file.size > MAX_ARCHIVE_BYTES ? text.archiveTooLarge : undefined;
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

  const select = (file: File | undefined) => {
    if (!file) return;
    const errorText = getArchiveError(file);
    setError(errorText);
    if (errorText === undefined) setArchive(file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    select(event.dataTransfer.files[0]);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (archive) onImport({ archive, folderCategories, publish });
    else setError(text.archiveRequired);
  };

  return (
    <Dialog title={text.importTitle} text={text.importText} onClose={onClose}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <div
          className={classes.archive}
          onDragOver={(event) => {
            event.preventDefault();
          }}
          onDrop={drop}
        >
          <IconFileZip size={24} aria-hidden="true" />
          <span className={classes.name} aria-live="polite">
            {archive ? `${archive.name} (${formatSize(archive.size)})` : text.dropArchive}
          </span>
          <Button
            data-autofocus
            variant="default"
            size="sm"
            onClick={() => {
              void chooseFiles('.zip,application/zip').then(([file]) => {
                select(file);
              });
            }}
          >
            {archive ? text.replaceArchive : text.chooseArchive}
          </Button>
        </div>
        {error !== undefined && (
          <p role="alert" className={classes.error}>
            {error}
          </p>
        )}
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
