import { expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { renderScreen } from '../../../../test/render-screen';
import { stubApi } from '../../../../test/stub-api';
import { Signature } from './signature';

async function open(text: string): Promise<HTMLElement> {
  stubApi({});
  await renderScreen(
    <section data-testid="shown">
      <Signature text={text} idPrefix="post" />
    </section>,
  );
  await screen.findByText('Bold');
  return screen.getByTestId('shown');
}

test('a signature is small: links for images, no headings and cards', async () => {
  const image = '/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65';
  const shown = await open(
    [
      '# Loud **Bold**',
      `![Cat](${image})`,
      '[![Dog](https://example.org/dog.png)](https://example.org)',
      'https://youtu.be/dQw4w9WgXcQ',
      '[file.pdf](/files/0198c2f0-7b1e-7cc3-98c4-dc0c0c07398f/9f86d081884c7d65)',
    ].join('\n\n'),
  );
  expect(shown.querySelector('h1, h2, h3, h4, img, button, p, [data-card]')).toBeNull();
  const links = within(shown).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Cat', image],
    ['Dog', 'https://example.org'],
    ['https://youtu.be/dQw4w9WgXcQ', 'https://youtu.be/dQw4w9WgXcQ'],
    ['file.pdf', image],
  ]);
  expect(links[1]).toHaveAttribute('rel', 'noopener noreferrer nofollow ugc');
});

test('lines stay lines, once; mentions and HTML stay text', async () => {
  const shown = await open('**Bold** @ada\nsecond  \nthird<br>fourth\n\n<img src=x onerror=alert(1)>');
  const [first, html] = shown.querySelectorAll('[data-lines]');
  expect(first?.innerHTML).toBe('<strong>Bold</strong> @ada\nsecond<br>third<br>fourth');
  expect(html).toHaveTextContent('<img src=x onerror=alert(1)>');
});
