import { expect, jest, test } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { createUser } from '../../../../test/fixtures';
import { renderScreen } from '../../../../test/render-screen';
import type { ImportChoices } from './import-archive';
import ImportDialog from './import-dialog';

async function open(permissions: string[]) {
  const onImport = jest.fn<(choices: ImportChoices) => void>();
  await renderScreen(<ImportDialog onImport={onImport} onClose={() => undefined} />, {
    user: createUser({ permissions }),
  });
  return onImport;
}

function drop(name: string, bytes = 1): void {
  const file = new File(['x'], name);
  Object.defineProperty(file, 'size', { value: bytes });
  fireEvent.drop(screen.getByText(/Drop a ZIP here/).parentElement!, { dataTransfer: { files: [file] } });
}

const start = () => fireEvent.click(screen.getByRole('button', { name: 'Import' }));

test('publishing is offered to those who may publish', async () => {
  const onImport = await open(['content.create', 'content.publish', 'categories.manage']);
  expect(screen.getByText('Folders inside folders become subcategories.')).toBeTruthy();
  drop('guide.zip');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Publish immediately' }));
  start();
  expect(onImport.mock.calls).toEqual([
    [{ archive: expect.objectContaining({ name: 'guide.zip' }), folderCategories: true, publish: true }],
  ]);
});

test('others import drafts into existing categories', async () => {
  const onImport = await open(['content.create']);
  expect(screen.queryByRole('checkbox', { name: 'Publish immediately' })).toBeNull();
  expect(screen.getByText(/only existing ones are used/)).toBeTruthy();
  fireEvent.click(screen.getByRole('checkbox', { name: 'Use folders as categories' }));
  drop('guide.zip');
  start();
  expect(onImport.mock.calls).toEqual([[expect.objectContaining({ folderCategories: false, publish: false })]]);
});

test.each([
  ['no file', () => undefined, 'Choose a ZIP file.'],
  ['another file', () => drop('guide.pdf'), 'Choose a ZIP file.'],
  ['a file that is too large', () => drop('guide.zip', 201 * 1024 ** 2), 'The ZIP can be at most 200 MB.'],
])('%s is refused in the dialog', async (_what, choose, sentence) => {
  const onImport = await open(['content.create']);
  choose();
  if (!screen.queryByRole('alert')) start();
  expect(screen.getByRole('alert').textContent).toBe(sentence);
  expect(onImport).not.toHaveBeenCalled();
});
