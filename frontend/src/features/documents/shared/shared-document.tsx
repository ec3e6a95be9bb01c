import { type ReactNode, useRef } from 'react';
import type { SharedItemResponse } from '../../../api/generated/model/sharedItemResponse';
import { THUMBNAIL_SIZE } from '../../../lib/images';
import { messages } from '../../../messages/common';
import itemClasses from '../../../shared/content/item-meta.module.css';
import { HasLinkTargets } from '../../../shared/link-targets/link-targets';
import { Time } from '../../../ui/time';
import documentClasses from '../detail/document-screen.module.css';
import { CollapsibleTableOfContents, TableOfContents, useTableOfContents } from '../detail/table-of-contents';
import { Markdown } from '../../markdown/markdown';

interface SharedDocumentProps {
  item: SharedItemResponse;
  /** What leads to other shared pages. */
  navigation: { list: ReactNode; neighbours: ReactNode };
}

export default function SharedDocument({ item, navigation }: SharedDocumentProps) {
  const content = useRef<HTMLDivElement>(null);
  const entries = useTableOfContents(content, item.content);
  return (
    <div className={documentClasses.layout}>
      <article className={documentClasses.column}>
        {navigation.list}
        <h1 tabIndex={-1} dir="auto" className={itemClasses.title}>
          {item.title}
        </h1>
        {item.summary && (
          <p dir="auto" className={itemClasses.summary}>
            {item.summary}
          </p>
        )}
        <div className={itemClasses.byline}>
          <Time iso={item.updated_at}>{messages.docs.updated}</Time>
        </div>
        {item.thumbnail && <img src={item.thumbnail} {...THUMBNAIL_SIZE} alt="" className={documentClasses.image} />}
        <CollapsibleTableOfContents entries={entries} />
        <div ref={content} className={documentClasses.content}>
          <HasLinkTargets value={false}>
            <Markdown text={item.content} isWhole />
          </HasLinkTargets>
        </div>
        {navigation.neighbours}
      </article>
      <TableOfContents entries={entries} content={content} />
    </div>
  );
}
