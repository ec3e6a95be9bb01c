import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createDocument, createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import { ok, stubApi } from '../../../../test/stub-api';
import { emptyValues } from '../form/document-values';
import { findDraft, getDraftScope, storeDraft } from '../../editing/drafts/draft-store';
import { RevisionComparison } from './revision-comparison';

const lines = Array.from({ length: 12 }, (_, index) => `line ${index + 1}`);
const former = lines.join('\n');
const changed = (...numbers: number[]) =>
  lines.map((line, index) => (numbers.includes(index + 1) ? `${line} changed` : line)).join('\n');

async function open() {
  const account = createUser();
  const document = createDocument({ version: 2, content: changed(2, 11) });
  const snapshot = (content: string) => ok({ version: 1, snapshot: { ...document, content } });
  stubApi({
    'GET /categories': ok([]),
    [`GET /documents/${document.id}/revisions/1`]: snapshot(former),
    [`GET /documents/${document.id}/revisions/2`]: snapshot(document.content),
  });
  const { getPath } = await renderScreen(<RevisionComparison document={document} from={1} to={2} />, {
    user: account,
    path: `/docs/${document.id}/revisions`,
  });
  const comparison = await screen.findByRole('group', { name: 'Content' }, { timeout: 10_000 });
  const bringBack = async () => {
    const user = userEvent.setup();
    expect(screen.getByRole('button', { name: 'Continue in the editor' })).toBeDisabled();
    await user.click(within(comparison).getByRole('button', { name: 'Next change' }));
    await user.click(within(comparison).getByRole('button', { name: 'Bring back the old text' }));
    await user.click(screen.getByRole('button', { name: 'Continue in the editor' }));
  };
  return { bringBack, document, getPath, scope: getDraftScope(account.id, document.id) };
}

test('one change is brought back into the current text, which the editor opens as an unsaved text', async () => {
  const { bringBack, document, getPath, scope } = await open();
  await bringBack();
  await waitFor(() => {
    expect(getPath()).toBe(`/docs/${document.slug}/edit`);
  });
  const draft = await findDraft(scope, emptyValues);
  expect(draft).toMatchObject({ version: 2, values: { content: changed(2), title: document.title } });
});

test('an unsaved text of the user is not replaced', async () => {
  const { bringBack, getPath, scope } = await open();
  await storeDraft(`${scope}/other`, { values: { ...emptyValues, content: 'typed' }, version: 2, typedAt: Date.now() });
  await bringBack();
  expect(await screen.findByRole('alertdialog', { name: /another text of this document/ })).toBeInTheDocument();
  expect(getPath()).toContain('/revisions');
  expect(await findDraft(scope, emptyValues)).toMatchObject({ values: { content: 'typed' } });
});
