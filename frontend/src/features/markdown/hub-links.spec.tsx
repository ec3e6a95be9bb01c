import { expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { renderScreen } from '../../../test/render-screen';
import { ok, stubApi } from '../../../test/stub-api';
import type { LinkResponse } from '../../api/generated/model/linkResponse';
import type { LinkResponseUnsearchedReason } from '../../api/generated/model/linkResponseUnsearchedReason';
import { HasLinkTargets } from '../../shared/link-targets/link-targets';
import { InlineVideo } from '../../shared/link-targets/inline-video';
import { Markdown } from './markdown';

const target = (address: string, fields: Partial<LinkResponse> = {}): LinkResponse => ({
  address,
  type: 'document',
  id: '0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f',
  title: 'Current title',
  url: '/docs/current',
  excerpt: 'What it is about.',
  author_name: 'Ada',
  category_name: null,
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  is_hidden: false,
  thumbnail: null,
  duration_sec: null,
  is_solved: null,
  reply_count: null,
  media_type: null,
  size: null,
  unsearched_reason: null,
  ...fields,
});

const several = 'See [](/docs/a), [the author’s words](/docs/b) and [more](/docs/a).';
const missing = '[secret plans](/docs/a) and [](/docs/b), [others](/categories/1)';

const stubLinks = (...links: LinkResponse[]) => {
  const api = stubApi({ 'GET /links': () => ok({ links }) });
  return { requested: () => api.sent('GET /links').map(({ query }) => query.getAll('address')) };
};

test('links of a text are asked for at once; a link without words has the current title and address', async () => {
  const { requested } = stubLinks(target('/docs/a'), target('/docs/b', { url: '/docs/b-now#part' }));
  await renderScreen(<Markdown text={several} />);
  expect(await screen.findByRole('link', { name: 'Current title' })).toHaveAttribute('href', '/docs/current');
  expect(screen.getByRole('link', { name: 'the author’s words' })).toHaveAttribute('href', '/docs/b-now#part');
  expect(requested()).toEqual([['/docs/a', '/docs/b']]);
});

test('whole addresses of this hub are links to it, too', async () => {
  stubLinks(target('/docs/a'));
  await renderScreen(<Markdown text={`Look at ${window.location.origin}/docs/a now.`} />);
  expect(await screen.findByRole('link', { name: 'Current title' })).toHaveAttribute('href', '/docs/current');
});

test('without a target a link is its words, or neutral ones', async () => {
  stubLinks();
  await renderScreen(<Markdown text={missing} />);
  expect(await screen.findByText('a page that is not available')).toBeVisible();
  expect(screen.getByText(/secret plans/)).toBeVisible();
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['others']);
});

test('where targets are not asked for, links stay links', async () => {
  await renderScreen(
    <HasLinkTargets value={false}>
      <Markdown text={'[](/docs/a) [words](/docs/b)'} />
    </HasLinkTargets>,
  );
  expect(await screen.findByRole('link', { name: 'linked page' })).toHaveAttribute('href', '/docs/a');
  expect(screen.getByRole('link', { name: 'words' })).toHaveAttribute('href', '/docs/b');
});

test('an address alone in its paragraph is a card with its state, and a video plays in it', async () => {
  stubLinks(
    target('/docs/a', { status: 'DRAFT' }),
    target('/videos/v?t=65', { type: 'video', title: 'A talk', url: '/videos/talk?t=65', duration_sec: 754 }),
  );
  await renderScreen(
    <InlineVideo value={({ start }) => <p>{`at ${String(start)}`}</p>}>
      <Markdown text={'[](/docs/a)\n\n[](/videos/v?t=65)'} />
    </InlineVideo>,
  );
  const card = await screen.findByRole('article', { name: 'Current title' });
  expect(card).toHaveTextContent(/Document\s*Draft/);
  const video = await screen.findByRole('article', { name: 'A talk' });
  expect(video).toHaveTextContent('12:34');
  await userEvent.click(screen.getByRole('button', { name: 'Play “A talk” here from 1:05' }));
  expect(screen.getByText('at 65')).toBeVisible();
});

test('an address without a target is no card, but text', async () => {
  stubLinks();
  await renderScreen(<Markdown text={`${window.location.origin}/docs/a`} />);
  await waitFor(() => {
    expect(screen.queryByRole('link')).toBeNull();
  });
  expect(screen.getByText(`${window.location.origin}/docs/a`)).toBeVisible();
  expect(screen.queryByRole('article')).toBeNull();
});

const file = '/api/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/0123456789abcdef';

test.each<[reason: LinkResponseUnsearchedReason, sentence: RegExp | undefined]>([
  [null, undefined],
  ['encrypted', /^Not searched: the file is protected by a password$/],
  ['damaged', /^Not searched: the file is damaged/],
  ['cut', /^Only the beginning is searched/],
])('the card of a file says why its text is not searched: %s', async (unsearched_reason, sentence) => {
  stubLinks(
    target(file, {
      type: 'file',
      title: 'Rules.pdf',
      url: file,
      media_type: 'application/pdf',
      size: 2048,
      unsearched_reason,
    }),
  );
  await renderScreen(<Markdown text={`[My words](${file})`} />);
  const card = await screen.findByRole('article', { name: 'Rules.pdf' });
  expect(card).toHaveTextContent(/PDF · 2\.0 KB/);
  expect(within(card).getByRole('link', { name: 'Download Rules.pdf' })).toHaveAttribute('href', file);
  expect(within(card).queryAllByText(/searched/)).toHaveLength(sentence ? 1 : 0);
  if (sentence) expect(within(card).getByText(sentence)).toBeVisible();
});
