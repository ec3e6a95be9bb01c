import { preloadable } from '../../ui/preloadable';

const loadMemberSections = () => import('./member-sections');

// Loaded on demand, because guests do not need them. The loader of the route preloads them for members.
export const MemberTop = preloadable(async () => (await loadMemberSections()).MemberTop);
export const BookmarkedContent = preloadable(async () => (await loadMemberSections()).BookmarkedContent);
