import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { templates as text } from '../../../messages/templates';
import { Badge } from '../../../ui/badge';
import classes from '../../editing/review.module.css';
import { PLACEHOLDERS } from '../form/fill-template';

/** For those who may open the page of a template. */
export default function TemplateNotice({ document: { category } }: { document: DocumentResponse }) {
  const offer = category ? text.notice.category(category.title) : text.notice.hub;
  return (
    <div className={classes.notices}>
      <section aria-label={text.badge} className={classes.notice}>
        <p>
          <Badge tone="blue">{text.badge}</Badge> {offer} {text.notice.readers(PLACEHOLDERS)}
        </p>
      </section>
    </div>
  );
}
