import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { SessionOpenedResponse } from '../../api/generated/model/sessionOpenedResponse';
import { startSession } from '../../shared/session/session';

export function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return async ({ user, session_token }: SessionOpenedResponse) => {
    startSession(queryClient, user, session_token);
    await navigate({ to: '/' });
  };
}
