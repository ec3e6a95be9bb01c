import { expect, test } from '@jest/globals';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { addTags, TagsField } from './tags-field';

test.each([
  [['PostgreSQL'], ['postgresql'], ['PostgreSQL']],
  [[], ['One', 'ONE', ' two  words '], ['One', 'two words']],
  [['a'], ['', '  '], ['a']],
])('adding to %j the tags %j gives %j', (tags, added, expected) => {
  expect(addTags(tags, added)).toEqual(expected);
});

const label = 'Tags';

function Field() {
  const [tags, setTags] = useState(['PostgreSQL']);
  const [input, setInput] = useState('');
  return (
    <TagsField
      label={label}
      value={tags}
      onChange={setTags}
      inputValue={input}
      onInputChange={setInput}
      suggestions={[]}
    />
  );
}

test('a tag that differs only in case is not added while typing', async () => {
  render(
    <MantineProvider env="test">
      <Field />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'postgresql,POSTGRESQL{Enter}Other,');
  expect(screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual([
    'Remove PostgreSQL',
    'Remove Other',
  ]);
  expect(screen.getByRole('combobox', { name: 'Tags' })).toHaveValue('');
});
