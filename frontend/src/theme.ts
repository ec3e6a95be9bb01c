import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { type Accent, createAccent } from './lib/accent';

// The single source of design values. CSS uses the variables instead of literal values.

const slate: MantineColorsTuple = [
  '#f5f7f9', '#ebeff2', '#dee4e9', '#ccd5dc', '#a9b6c1', '#7e8d9a', '#566573', '#42505d', '#2b3843', '#1b2630',
]; // prettier-ignore
const night: MantineColorsTuple = [
  '#dbe3ea', '#bfcad4', '#9aa8b5', '#778694', '#3c4a56', '#2b3742', '#1c252e', '#141b22', '#10161c', '#0c1116',
]; // prettier-ignore
const teal: MantineColorsTuple = [
  '#e7f4f3', '#cde8e6', '#a1d4d0', '#70bfb9', '#4fb0aa', '#2b918b', '#177a75', '#0e6662', '#0a524f', '#073d3b',
]; // prettier-ignore
const red: MantineColorsTuple = [
  '#fceceb', '#f8d6d4', '#f3b5b1', '#f09a95', '#ee8c87', '#d95b56', '#c44541', '#ad302e', '#8e2524', '#6d1b1b',
]; // prettier-ignore

const softShadow = '0 1px 2px rgb(16 24 32 / 6%), 0 8px 24px rgb(16 24 32 / 12%)';
const sans = '"Inter Variable", "Inter Fallback", system-ui, sans-serif';
const mono = '"JetBrains Mono Variable", "JetBrains Mono Fallback", ui-monospace, monospace';

const builtInAccent: Accent = { shades: teal, dark: '#62bdb7', darkTint: '#12302f' };

const baseTheme = createTheme({
  colors: { gray: slate, dark: night, red },
  white: '#fdfefe',
  black: '#1b2630',
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  luminanceThreshold: 0.32,
  fontFamily: sans,
  fontFamilyMonospace: mono,
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.375rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.6', lg: '1.5', xl: '1.35' },
  headings: {
    fontFamily: sans,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.25' },
      h2: { fontSize: '1.375rem', lineHeight: '1.35' },
      h3: { fontSize: '1.125rem', lineHeight: '1.4' },
      h4: { fontSize: '1rem', lineHeight: '1.5' },
    },
  },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.5rem', lg: '0.5rem', xl: '0.5rem' },
  defaultRadius: 'md',
  shadows: { xs: softShadow, sm: softShadow, md: softShadow, lg: softShadow, xl: softShadow },
  cursorType: 'pointer',
  respectReducedMotion: true,
});

/** Semantic colors, each a readable pair of text and tint. */
const lightSignals = {
  '--hub-green': '#1c6a3b', '--hub-green-tint': '#e2f2e7',
  '--hub-amber': '#7a5004', '--hub-amber-tint': '#faefd4',
  '--hub-red': '#a12b29', '--hub-red-tint': '#fbe8e7',
  '--hub-blue': '#1e599c', '--hub-blue-tint': '#e2edfa',
  '--hub-slate': slate[7], '--hub-slate-tint': '#e8edf0',
}; // prettier-ignore
const darkSignals = {
  '--hub-green': '#84d3a0', '--hub-green-tint': '#18311f',
  '--hub-amber': '#e3ba6c', '--hub-amber-tint': '#33280f',
  '--hub-red': '#f19a94', '--hub-red-tint': '#3a1d1d',
  '--hub-blue': '#93bff2', '--hub-blue-tint': '#182c43',
  '--hub-slate': '#b6c2cd', '--hub-slate-tint': '#26323c',
}; // prettier-ignore

const createCssVariables = ({ shades, dark, darkTint }: Accent): ReturnType<CSSVariablesResolver> => ({
  variables: {
    '--hub-header-height': '3.5rem',
    '--hub-page-width': '75rem',
    '--hub-reading-width': '45rem',
    '--hub-text-title': '2.25rem',
    '--hub-shadow': softShadow,
    // For samples in a given scheme regardless of the page's: the sample's own `color-scheme` decides.
    '--hub-sample-surface': 'light-dark(#fefefe, #192129)',
    '--hub-sample-text': `light-dark(${slate[9]}, ${night[0]})`,
    // The player is dark in both color schemes, as cinemas are.
    '--hub-stage': night[8],
    '--hub-stage-text': slate[0],
    '--hub-stage-muted': slate[3],
    '--hub-stage-accent': shades[3],
    // For content without its own color; always mixed with the surface.
    '--hub-tone-1': '#0f766e',
    '--hub-tone-2': '#2563eb',
    '--hub-tone-3': '#7c3aed',
    '--hub-tone-4': '#be185d',
    '--hub-tone-5': '#b45309',
    '--hub-tone-6': '#4d7c0f',
  },
  light: {
    '--mantine-color-body': '#fbfcfd',
    '--mantine-color-text': slate[9],
    '--mantine-color-placeholder': slate[6],
    '--mantine-color-error': '#a12b29',
    '--mantine-color-default-border': slate[3],
    '--hub-surface': '#fefefe',
    '--hub-sunken': slate[0],
    '--hub-hover': slate[1],
    '--hub-border': slate[2],
    '--hub-border-strong': slate[4],
    '--hub-input-border': '#82909d',
    '--hub-muted': slate[6],
    '--hub-on-red': '#fdfefe',
    '--hub-accent': shades[7],
    '--hub-accent-tint': shades[0],
    ...lightSignals,
  },
  dark: {
    '--mantine-color-body': night[7],
    '--mantine-color-text': night[0],
    '--mantine-color-placeholder': night[2],
    '--mantine-color-error': '#f19a94',
    '--mantine-color-default-border': night[4],
    '--hub-surface': '#192129',
    '--hub-sunken': night[8],
    '--hub-hover': '#222c36',
    '--hub-border': night[5],
    '--hub-border-strong': night[3],
    '--hub-input-border': '#617180',
    '--hub-muted': night[2],
    '--hub-on-red': '#1b2630',
    '--hub-accent': dark,
    '--hub-accent-tint': darkTint,
    ...darkSignals,
  },
});

/** @param color the accent color as #RRGGBB; '' for the built-in one */
export function createHubTheme(color: string) {
  const accent = color === '' ? builtInAccent : createAccent(color);
  const cssVariables = createCssVariables(accent);
  return {
    theme: createTheme({ ...baseTheme, colors: { ...baseTheme.colors, accent: accent.shades } }),
    cssVariablesResolver: () => cssVariables,
  };
}
