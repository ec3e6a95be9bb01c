import { Link } from '@tanstack/react-router';
import type { ImportDocumentsResponse } from '../../../api/generated/model/importDocumentsResponse';
import { writing } from '../../../messages/en-writing';
import { getItemParam } from '../../../shared/links';
import { Button } from '../../../ui/button';
import { Dialog, DialogActions } from '../../../ui/dialogs/dialog';
import classes from './import-result.module.css';

const text = writing.transfer;

interface ImportResultProps {
  result: ImportDocumentsResponse;
  onClose: () => void;
}

/** The import result of each file in the archive. */
export default function ImportResult({ result: { created, skipped, images, categories }, onClose }: ImportResultProps) {
  return (
    <Dialog title={text.importedTitle} text={text.imported(created.length, images, categories)} onClose={onClose}>
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
        {skipped.length > 0 && (
          <section>
            <h3 className={classes.heading}>{text.skipped(skipped.length)}</h3>
            <ul className={classes.list} tabIndex={0} aria-label={text.skipped(skipped.length)}>
              {skipped.map(({ path, reason }) => (
                <li key={path}>
                  <span className={classes.name}>{path}</span>
                  <span className={classes.path}>{reason}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </div>
      <DialogActions>
        <Button data-autofocus onClick={onClose}>
          {text.done}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
