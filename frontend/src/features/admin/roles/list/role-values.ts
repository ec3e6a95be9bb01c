import { isColour } from '../../../../lib/colour';
import { roleTexts } from '../../../../messages/en-roles';

const text = roleTexts.roles;

/** What can be said of every custom role, as typed. */
export interface RoleValues extends Record<string, string> {
  display_name: string;
  description: string;
  color: string;
  priority: string;
}

export const newRole: RoleValues = { display_name: '', description: '', color: '#6B7280', priority: '50' };

export const roleRules = {
  display_name: (typed: string) => (typed.trim() ? null : text.displayNameRequired),
  color: (typed: string) => (isColour(typed) ? null : roleTexts.styling.colourWrong),
  priority: (typed: string) => (/^\d{1,3}$/.test(typed.trim()) && Number(typed) <= 100 ? null : text.priorityWrong),
};

export const requestOf = ({ display_name, description, color, priority }: RoleValues) => ({
  display_name: display_name.trim(),
  description,
  color,
  priority: Number(priority),
});
