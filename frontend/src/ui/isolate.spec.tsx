import { expect, test } from '@jest/globals';
import { render } from '@testing-library/react';
import { insertElements, isolate } from './isolate';

test('each value is a bdi element in the place that the sentence gives it', () => {
  const { container } = render(
    <p>{isolate((who: string, what: string) => `“${what}” was saved by ${who}.`, 'אדה', '<b>Rules</b>')}</p>,
  );
  expect(container).toHaveTextContent('“<b>Rules</b>” was saved by אדה.');
  expect([...container.querySelectorAll('bdi')].map((element) => element.textContent)).toEqual(['<b>Rules</b>', 'אדה']);
});

test('elements stand where the sentence has them, and can be left out', () => {
  const name = 'Hilfe';
  const { container } = render(
    <p>{insertElements((link: string, time: string) => `Am ${time} nach ${link}`, <a href="/x">{name}</a>, null)}</p>,
  );
  expect(container).toHaveTextContent('Am nach Hilfe');
  expect(container.querySelector('a')).toHaveTextContent('Hilfe');
});
