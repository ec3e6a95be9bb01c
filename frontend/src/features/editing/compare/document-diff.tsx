import type { ReactNode } from 'react';
import { writing } from '../../../messages/writing';
import { ItemDiff } from './item-diff';
import type { ItemDetails } from '../details-values';

/** The fields a save writes, taken from a document, a revision or the form. */
export interface ComparedDocument extends ItemDetails {
  content: string;
}

interface DocumentDiffProps {
  before: ComparedDocument;
  after: ComparedDocument;
  beforeLabel: ReactNode;
  afterLabel: string;
}

/** All differences between two states of a document. */
export default function DocumentDiff({ before, after, ...labels }: DocumentDiffProps) {
  return (
    <ItemDiff
      before={before}
      after={after}
      texts={[{ label: writing.form.content, before: before.content, after: after.content }]}
      {...labels}
    />
  );
}
