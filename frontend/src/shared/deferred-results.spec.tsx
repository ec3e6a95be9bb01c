import { expect, test } from '@jest/globals';
import { useSuspenseQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { renderScreen } from '../../test/render-screen';
import { DeferredResults } from './deferred-results';

let finish: () => void = () => undefined;

function Results({ page }: { page: number }) {
  const { data } = useSuspenseQuery({
    queryKey: [page],
    queryFn: () =>
      new Promise<string>((resolve) => {
        finish = () => {
          resolve(`Results ${page}`);
        };
        if (page === 1) finish();
      }),
  });
  return <p>{data}</p>;
}

function List() {
  const [page, setPage] = useState(1);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setPage(2);
        }}
      />
      {/* A new object in each render. */}
      <DeferredResults filters={{ page }} skeleton="Skeleton" loadFailed="Not loaded">
        {(shown) => <Results page={shown.page} />}
      </DeferredResults>
    </>
  );
}

test('the former results stay until those of changed filters have loaded', async () => {
  await renderScreen(<List />);
  const former = await screen.findByText('Results 1');
  expect(former.parentElement).toHaveAttribute('aria-busy', 'false');
  await userEvent.click(screen.getByRole('button'));
  expect(former).toBeVisible();
  expect(former.parentElement).toHaveAttribute('aria-busy', 'true');
  finish();
  const latter = await screen.findByText('Results 2');
  expect(latter.parentElement).toHaveAttribute('aria-busy', 'false');
  expect(former).not.toBeInTheDocument();
});
