import { expect, test } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { LazyBoundary } from './lazy';
import { preloadable } from './preloadable';

const load = () => Promise.resolve(({ name }: { name: string }) => <p>{name}</p>);

function show(Part: ReturnType<typeof preloadable<{ name: string }>>) {
  render(
    <LazyBoundary fallback={<p role="status" />}>
      <Part name="Ada" />
    </LazyBoundary>,
  );
}

test('is part of the first render when it was preloaded', async () => {
  const Part = preloadable(load);
  await Part.preload();
  show(Part);
  expect(screen.getByText('Ada')).toBeInTheDocument();
});

test('shows the fallback until it has loaded', async () => {
  show(preloadable(load));
  expect(screen.getByRole('status')).toBeInTheDocument();
  expect(await screen.findByText('Ada')).toBeInTheDocument();
});

test('is loaded again after a failure', async () => {
  let isBroken = true;
  const Part = preloadable(() => (isBroken ? Promise.reject(new Error('no network')) : load()));
  await expect(Part.preload()).rejects.toThrow('no network');
  isBroken = false;
  await Part.preload();
  show(Part);
  expect(screen.getByText('Ada')).toBeInTheDocument();
});
