import { expect, test } from '@jest/globals';
import { contrastRatio, MIN_CONTRAST_RATIO } from '../../lib/color';
import { createHubTheme } from '../../theme';
import { getFallbackStyle, getReadableTextColor, getRoleTone, ROLES } from './roles';

const roles = [...ROLES, 'TRANSLATOR'];
const schemes = createHubTheme('').cssVariablesResolver();

test.each(['light', 'dark'] as const)('the role badges of tables are readable in the %s scheme', (scheme) => {
  const variables: Partial<Record<string, string>> = schemes[scheme];
  for (const tone of new Set(roles.map(getRoleTone))) {
    // As in badge.module.css.
    const [text, background] =
      tone === 'gray' ? ['--hub-slate', '--hub-surface'] : [`--hub-${tone}`, `--hub-${tone}-tint`];
    const ratio = contrastRatio(variables[text] ?? '', variables[background] ?? '');
    expect([tone, ratio >= MIN_CONTRAST_RATIO]).toEqual([tone, true]);
  }
});

test('the badges beside names are readable in their default colors', () => {
  for (const role of roles) {
    const style = getFallbackStyle(role);
    const ratio = contrastRatio(getReadableTextColor(style), style.background_color);
    expect([role, ratio >= MIN_CONTRAST_RATIO]).toEqual([role, true]);
  }
});
