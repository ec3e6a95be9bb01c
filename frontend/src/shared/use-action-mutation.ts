import { useMutation, type UseMutationOptions } from '@tanstack/react-query';
import { useRef } from 'react';

/**
 * A mutation that a user starts. Calls are ignored while one is pending: the pending state is rendered too late to stop
 * a second press or submit. In lists, each row has its own.
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
