import { expect, test } from '@jest/globals';
import { storeToken } from '../../../api/token';
import { createQueryClient } from '../../../shared/query-client';
import { ok, problem, stubApi } from '../../../../test/stub-api';
import { captionsQuery, escapeForPlayer } from './captions';

const url = '/api/videos/1/captions.vtt';
const route = 'GET /videos/1/captions.vtt';

test('captions are fetched with the token, once per version of the video', async () => {
  storeToken('token');
  const api = stubApi({ [route]: ok('WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nQ &amp; A\n') });
  const queryClient = createQueryClient();
  const expected = 'WEBVTT\n\n00:00:00.000 --> 00:00:04.000\nQ & A\n';
  for (const version of [1, 1, 2]) expect(await queryClient.fetchQuery(captionsQuery(url, version))).toBe(expected);
  expect(api.sent(route).map(({ headers }) => headers.get('Authorization'))).toEqual(['Bearer token', 'Bearer token']);
});

test('captions that the user may not see are an error', async () => {
  stubApi({ [route]: problem(404) });
  await expect(createQueryClient().fetchQuery(captionsQuery(url, 1))).rejects.toMatchObject({ status: 404 });
});

test.each([
  ['&lt;b&gt;Q &amp; A&lt;/b&gt;', '<b>Q & A</b>'],
  ['&amp;lt;img src=x&amp;gt; --&gt; x', '&lt;img src=x&gt; --> x'],
  ['AT&amp;T; &amp;#60;i&amp;#62; &amp;amp;', 'AT&T; &#60;i&#62; &amp;'],
])('the player shows %s as text', (captions, text) => {
  const decoded = document.createElement('textarea');
  decoded.innerHTML = escapeForPlayer(captions);
  const shown = document.createElement('div');
  shown.innerHTML = decoded.value;
  expect([shown.textContent, shown.children.length]).toEqual([text, 0]);
});
