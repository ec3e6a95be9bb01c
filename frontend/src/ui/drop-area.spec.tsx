import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DropArea } from './drop-area';

const file = (name: string) => new File(['a'], name);
const getErrorOf = ({ name }: File) => (name.endsWith('.pdf') ? undefined : 'Choose a PDF.');
const label = 'Attachment';
const hint = 'One PDF';
const invitation = 'Drop it here';
const area = () => screen.getByRole('group', { name: label });

function setUp(error?: string) {
  const onSelect = jest.fn<(file: File) => void>();
  const onRemove = jest.fn();
  render(
    <DropArea
      label={label}
      hint={hint}
      error={error}
      accept=".pdf"
      check={getErrorOf}
      onSelect={onSelect}
      chooseButton={{ children: 'Choose' }}
      removeButton={{ children: 'Remove', onClick: onRemove }}
    >
      <span>{invitation}</span>
    </DropArea>,
  );
  return { onSelect, onRemove };
}

/** Answers the next file picker, which tests cannot open. */
function pick(chosen: File) {
  return jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function choose(this: HTMLInputElement) {
    Object.defineProperty(this, 'files', { value: [chosen] });
    this.dispatchEvent(new Event('change'));
  });
}

const drag = (...files: File[]) => ({ dataTransfer: { types: files.length > 0 ? ['Files'] : ['text/plain'], files } });

/** jsdom has no drag events, which tell where the pointer has gone. */
function leave(relatedTarget: Element): void {
  fireEvent(area(), new MouseEvent('dragleave', { bubbles: true, relatedTarget }));
}

test('a file is chosen by keyboard', async () => {
  const { onSelect, onRemove } = setUp();
  const picker = pick(file('a.pdf'));
  const user = userEvent.setup();
  await user.tab();
  expect(screen.getByRole('button', { name: 'Choose' })).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(picker.mock.contexts[0]).toMatchObject({ type: 'file', accept: '.pdf' });
  await waitFor(() => {
    expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ name: 'a.pdf' }));
  });
  await user.tab();
  await user.keyboard('{Enter}');
  expect(onRemove).toHaveBeenCalledTimes(1);
});

test('a file is dropped anywhere on the field, which is marked meanwhile', () => {
  const { onSelect } = setUp();
  fireEvent.dragOver(area(), drag(file('a.pdf')));
  expect(area()).toHaveAttribute('data-dragover');
  leave(screen.getByText(invitation));
  expect(area()).toHaveAttribute('data-dragover');
  leave(document.body);
  expect(area()).not.toHaveAttribute('data-dragover');
  fireEvent.dragOver(area(), drag(file('a.pdf')));
  // Otherwise the browser leaves the page and opens the file.
  expect(fireEvent.drop(screen.getByText(invitation), drag(file('a.pdf'), file('b.pdf')))).toBe(false);
  expect(onSelect.mock.calls.map(([{ name }]) => name)).toEqual(['a.pdf']);
  expect(area()).not.toHaveAttribute('data-dragover');
});

test('text that is dragged over it does not matter', () => {
  const { onSelect } = setUp();
  expect(fireEvent.dragOver(area(), drag())).toBe(true);
  expect(fireEvent.drop(area(), drag())).toBe(true);
  expect(area()).not.toHaveAttribute('data-dragover');
  expect(onSelect).not.toHaveBeenCalled();
});

test('a refused file says why at the field and at its button, until another one is chosen or removed', async () => {
  const { onSelect } = setUp('Please choose a file.');
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a file.');
  fireEvent.drop(area(), drag(file('a.txt')));
  expect(onSelect).not.toHaveBeenCalled();
  expect(area()).toHaveAccessibleDescription('One PDF Choose a PDF.');
  expect(screen.getByRole('button', { name: 'Choose' })).toHaveAccessibleDescription('Choose a PDF.');
  fireEvent.drop(area(), drag(file('a.pdf')));
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a file.');
  fireEvent.drop(area(), drag(file('a.txt')));
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  expect(screen.getByRole('alert')).toHaveTextContent('Please choose a file.');
});
