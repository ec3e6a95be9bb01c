import { Link } from '@tanstack/react-router';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { writing } from '../../../messages/writing';
import { getItemParam } from '../../../shared/links';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import classes from './import-result.module.css';

const text = writing.transfer;

interface ImportResultProps {
  result: ImportDocumentsResponse;
  onClose: () => void;
}

interface EntryListProps {
  heading: string;
  entries: { path: string; reason: string }[];
}

/** Files with a sentence each; the sentences of one file follow its path. */
function EntryList({ heading, entries }: EntryListProps) {
  const byPath = new Map<string, string[]>();
  for (const { path, reason } of entries) byPath.set(path, [...(byPath.get(path) ?? []), reason]);
  if (byPath.size === 0) return null;
  return (
    <section>
      <h3 className={classes.heading}>{heading}</h3>
      <ul className={classes.list} tabIndex={0} aria-label={heading}>
        {[...byPath].map(([path, reasons]) => (
          <li key={path}>
            <span className={classes.name}>{path}</span>
            {[...new Set(reasons)].map((reason) => (
              <span key={reason} className={classes.path}>
                {reason}
              </span>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The import result of each file in the archive. */
export default function ImportResult({ result, onClose }: ImportResultProps) {
  const { created, skipped, warnings, images, attachments, categories } = result;
  const counts = text.imported({ documents: created.length, images, categories });
  return (
    <Dialog
      title={text.importedTitle}
      text={attachments > 0 ? `${counts} ${text.importedFiles(attachments)}` : counts}
      onClose={onClose}
    >
      <div className={classes.lists}>
        {created.length > 0 && (
          <section>
            <h3 className={classes.heading}>{text.created}</h3>
            <ul className={classes.list} tabIndex={0} aria-label={text.created}>
              {created.map((document) => (
                <li key={document.id}>
                  <Link to="/docs/$id" params={{ id: getItemParam(document) }} onClick={onClose}>
                    {document.title}
                  </Link>
                  <span className={classes.path}>{document.path}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        <EntryList heading={text.warnings(new Set(warnings.map(({ path }) => path)).size)} entries={warnings} />
        <EntryList heading={text.skipped(skipped.length)} entries={skipped} />
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
