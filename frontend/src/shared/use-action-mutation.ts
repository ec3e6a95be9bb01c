import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that a button starts directly. Calls are ignored while one is pending: the pending state is rendered too
 * late to stop the second press of a double-click. Row actions behind a confirmation use `useMutation`.
 */
export function useActionMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const isRunning = useRef(false);
  const mutation = useMutation(options);
  const mutate = (variables: Variables) => {
    if (isRunning.current) return;
    isRunning.current = true;
    void mutation
      .mutateAsync(variables)
      // Errors are the matter of `onError`.
      .catch(() => undefined)
      .finally(() => {
        isRunning.current = false;
      });
  };
  return { ...mutation, mutate };
}
