import { createFileRoute, redirect } from '@tanstack/react-router';
import { moderationSearch } from '../../features/admin/moderation/search-params';

/** Reports are a tab of the moderation screen; the dashboard and older links lead here. */
export const Route = createFileRoute('/admin/reports')({
  validateSearch: moderationSearch,
  beforeLoad: ({ search: { view, type } }) => {
    throw redirect({ to: '/admin/moderation', search: { tab: 'reports', view, type }, replace: true });
  },
});
