import type { ReactNode } from 'react';
import { writing } from '../../../messages/writing';
import type { ItemDetails } from '../details-values';
import { type ItemDecisions, ItemDiff } from './item-diff';

/** The fields a save writes, taken from a document, a revision or the form. */
export interface ComparedDocument extends ItemDetails {
  content: string;
}

interface DocumentDiffProps {
  before: ComparedDocument;
  after: ComparedDocument;
  beforeLabel: ReactNode;
  afterLabel: string;
  decisions?: ItemDecisions | undefined;
}

/** All differences between two states of a document. */
export default function DocumentDiff({ before, after, ...rest }: DocumentDiffProps) {
  const content = { name: 'content', label: writing.form.content, before: before.content, after: after.content };
  return <ItemDiff before={before} after={after} fields={[{ ...content, isText: true }]} {...rest} />;
}
