import { isHexColour } from '../../../../lib/colour';
import { roleTexts } from '../../../../messages/en-roles';

const text = roleTexts.roles;

/** The values of the role form. */
export interface RoleValues extends Record<string, string> {
  display_name: string;
  description: string;
  color: string;
  priority: string;
}

export const newRole: RoleValues = { display_name: '', description: '', color: '#6B7280', priority: '50' };

export const roleRules = {
  display_name: (value: string) => (value.trim() ? null : text.displayNameRequired),
  color: (value: string) => (isHexColour(value) ? null : roleTexts.styling.colourWrong),
  priority: (value: string) => (/^\d{1,3}$/.test(value.trim()) && Number(value) <= 100 ? null : text.priorityWrong),
};

export const toRequest = ({ display_name, description, color, priority }: RoleValues) => ({
  display_name: display_name.trim(),
  description,
  color,
  priority: Number(priority),
});
