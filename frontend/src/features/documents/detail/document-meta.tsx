import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { DocumentResponse } from '../../../api/generated/model/documentResponse';
import { messages } from '../../../messages/common';
import { Detail, ItemBreadcrumb, ItemByline, ItemDetails } from '../../../shared/content/item-meta';

const text = messages.doc;

export function DocumentBreadcrumb({ document: { category, trail } }: { document: DocumentResponse }) {
  return <ItemBreadcrumb listPath="/docs" listName={text.backToDocs} category={category} trail={trail} />;
}

const WORDS_PER_MINUTE = 220;
/** Letters of scripts without spaces between words. */
const CHARACTERS_PER_MINUTE = 450;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** The minutes that reading a text takes, at least one. */
export function estimateReadingTime(content: string): number {
  const characters = content.match(UNSPACED)?.length ?? 0;
  const words = content
    .replaceAll(UNSPACED, ' ')
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  return Math.max(1, Math.round(words / WORDS_PER_MINUTE + characters / CHARACTERS_PER_MINUTE));
}

/** The line below the title: what readers want to know before they read. */
export function DocumentByline({ document }: { document: DocumentResponse }) {
  const minutes = useMemo(() => estimateReadingTime(document.content), [document.content]);
  return (
    <ItemByline item={document}>
      <span>{text.readingTime(minutes)}</span>
    </ItemByline>
  );
}

/** What is known about the document, below its text. */
export function DocumentDetails({ document }: { document: DocumentResponse }) {
  const { id, version, abilities } = document;
  return (
    <ItemDetails item={document} listPath="/docs">
      <Detail label={text.versionLabel}>
        {abilities?.edit || abilities?.publish ? (
          <Link to="/docs/$id/revisions" params={{ id }} aria-label={text.version(version)}>
            {version}
          </Link>
        ) : (
          version
        )}
      </Detail>
    </ItemDetails>
  );
}
