import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { createRoleName, createSlug, normalizeRoleName } from '../src/slugs.js';

const cases = JSON.parse(readFileSync(new URL('slug-cases.json', import.meta.url), 'utf8')) as [string, string][];

describe('slugs', () => {
  test.each(cases)('%s → %s', (title, slug) => {
    expect(createSlug(title)).toBe(slug);
  });
});

describe('role names', () => {
  test.each([
    ['Translator', 'TRANSLATOR'],
    ['TRANSLATOR', 'TRANSLATOR'],
    ['content manager', 'CONTENT_MANAGER'],
    ['  content -- manager!! ', 'CONTENT_MANAGER'],
    ['contentManager', 'CONTENTMANAGER'],
    ['Level 2', 'LEVEL_2'],
    ['Über-Setzer', 'UEBER_SETZER'],
    ['already_UPPER_snake', 'ALREADY_UPPER_SNAKE'],
    ['x'.repeat(80), 'X'.repeat(50)],
    [`${'x'.repeat(49)} y`, 'X'.repeat(49)],
    ['***', ''],
    ['', ''],
  ])('%s → %s', (text, name) => {
    expect(createRoleName(text)).toBe(name);
  });

  test.each([
    ['translator', 'TRANSLATOR'],
    ['Lead Editor', 'LEAD_EDITOR'],
    ['lead  -- editor', 'LEAD_EDITOR'],
    ['Über-Setzer 2', 'UEBER_SETZER_2'],
    ['LEAD_', 'LEAD_'],
    ['lead ', 'LEAD_'],
    ['  lead', 'LEAD'],
    ['__', ''],
    ['a'.repeat(60), 'A'.repeat(50)],
  ])('while %s is typed: %s', (typed, name) => {
    expect(normalizeRoleName(typed)).toBe(name);
    expect(normalizeRoleName(name)).toBe(name);
  });
});
