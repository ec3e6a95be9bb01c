import { expect, jest, test } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from './button';

const [approve, save, submitLabel, publishLabel, next] = ['Approve', 'Save', 'Submit', 'Publish', 'Next'];

test('a double-click is one press', async () => {
  const press = jest.fn();
  const submit = jest.fn();
  render(
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Button onClick={press}>{approve}</Button>
      <Button type="submit">{save}</Button>
    </form>,
  );
  const user = userEvent.setup();
  await user.dblClick(screen.getByRole('button', { name: 'Approve' }));
  expect(press).toHaveBeenCalledTimes(1);
  await user.dblClick(screen.getByRole('button', { name: 'Save' }));
  expect(submit).toHaveBeenCalledTimes(1);
});

const click = (detail: number) => {
  fireEvent.click(screen.getByRole('button'), { detail });
};

test('a double-click does not press the button that replaces the first', () => {
  const publish = jest.fn();
  function Actions() {
    const [isSubmitted, setSubmitted] = useState(false);
    return isSubmitted ? (
      <Button key="publish" onClick={publish}>
        {publishLabel}
      </Button>
    ) : (
      <Button
        key="submit"
        onClick={() => {
          setSubmitted(true);
        }}
      >
        {submitLabel}
      </Button>
    );
  }
  render(<Actions />);
  click(1);
  expect(screen.getByRole('button')).toHaveAccessibleName('Publish');
  click(2);
  expect(publish).not.toHaveBeenCalled();
  click(1);
  expect(publish).toHaveBeenCalledTimes(1);
});

test('holding down Enter is one press, and repeatable buttons count every press', async () => {
  const press = jest.fn();
  const page = jest.fn();
  render(
    <>
      <Button onClick={press}>{approve}</Button>
      <Button isRepeatable onClick={page}>
        {next}
      </Button>
    </>,
  );
  const user = userEvent.setup();
  screen.getByRole('button', { name: 'Approve' }).focus();
  await user.keyboard('{Enter>5/}');
  expect(press).toHaveBeenCalledTimes(1);
  await user.dblClick(screen.getByRole('button', { name: 'Next' }));
  expect(page).toHaveBeenCalledTimes(2);
});
