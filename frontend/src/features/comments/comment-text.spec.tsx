import { expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { createComment } from '../../../test/fixtures';
import { renderScreen } from '../../../test/render-screen';
import { CommentText } from './comment-text';

test('raw HTML is text', async () => {
  const comment = createComment({ content: '<div>Hello <b>world</b></div>\n\nuse <kbd>' });
  await renderScreen(<CommentText comment={comment} />);
  expect(screen.getByText('<div>Hello <b>world</b></div>')).toBeVisible();
  expect(screen.getByText('use <kbd>')).toBeVisible();
});
