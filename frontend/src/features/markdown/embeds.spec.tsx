import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { Markdown } from './markdown';

const address = 'https://www.youtube.com/watch?v=jNQXAC9IVRw';

let meta: HTMLMetaElement;
beforeEach(() => {
  meta = document.head.appendChild(document.createElement('meta'));
  meta.name = 'hub-settings';
  meta.content = JSON.stringify({ 'embeds.hosts': ['youtube.com', 'tube.example.org'] });
});
afterEach(() => {
  meta.remove();
});

test('an address of another host alone in its paragraph is a card, whose frame loads after a click', async () => {
  await renderScreen(<Markdown text={`See ${address} or:\n\n${address}\n\n[in words](${address})`} />);
  const card = await screen.findByRole('article', { name: 'Video on youtube-nocookie.com' });
  expect(document.querySelector('iframe')).toBeNull();
  expect(card).toHaveTextContent(address);
  expect(card).toHaveTextContent('is contacted only then');
  await userEvent.click(screen.getByRole('button', { name: 'Load video from youtube-nocookie.com' }));
  const frame = screen.getByTitle<HTMLIFrameElement>('Video on youtube-nocookie.com');
  expect(frame).toHaveFocus();
  expect(Object.fromEntries([...frame.attributes].map(({ name, value }) => [name, value]))).toMatchObject({
    src: 'https://www.youtube-nocookie.com/embed/jNQXAC9IVRw?autoplay=1&playsinline=1&rel=0',
    sandbox: 'allow-scripts allow-same-origin',
    referrerpolicy: 'strict-origin',
  });
  expect(screen.getAllByRole('article')).toHaveLength(1);
});

test('a host learns nothing of this hub unless it shows nothing without that', async () => {
  await renderScreen(<Markdown text={'[](https://tube.example.org/w/kkGMgK9ZtnKfYAgnEtQxbv)'} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Load video from tube.example.org' }));
  expect(screen.getByTitle('Video on tube.example.org')).toHaveAttribute('referrerpolicy', 'no-referrer');
});

test('an address of a host that is switched off is a link', async () => {
  await renderScreen(<Markdown text="https://vimeo.com/76979871" />);
  expect(await screen.findByRole('link')).toHaveAttribute('href', 'https://vimeo.com/76979871');
  expect(screen.queryByRole('button')).toBeNull();
});
