import hooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const literalText = 'UI text belongs in src/messages, so that it can be translated and checked in one place.';

const textAttributes = ['label', 'placeholder', 'title', 'alt', 'description', 'aria-label', 'aria-description'];

const lineLength = ['error', { code: 120, ignoreUrls: true }];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      '**/node_modules/**',
      '**/*.gen.ts',
      '**/generated/**',
      '.nx/**',
      '**/test-results/**',
      '**/playwright-report/**',
      '.data/**',
      '.bench/**',
    ],
  },
  { files: ['**/*.{js,mjs}'], rules: { 'max-len': lineLength } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      'max-lines': ['error', 400],
      'max-len': lineLength,
      'no-console': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': [
        'error',
        { fixStyle: 'inline-type-imports', disallowTypeAnnotations: false },
      ],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/only-throw-error': 'error',
      // A returned promise must be awaited where `await using` or `finally` would otherwise run before it settles.
      '@typescript-eslint/return-await': ['error', 'error-handling-correctness-only'],
    },
  },
  {
    files: ['backend/src/**/*.ts'],
    ignores: ['backend/src/platform/config/**', 'backend/src/cli/**'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Configuration is read and checked in platform/config only.' },
      ],
      // Nest reads constructor parameter types at run time, so those imports must stay values.
      '@typescript-eslint/consistent-type-imports': 'off',
      // A class with more than eight collaborators has two subjects.
      'max-params': ['error', { max: 8 }],
    },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks },
    rules: {
      ...hooks.configs.recommended.rules,
      'no-restricted-globals': ['error', 'alert', 'confirm', 'prompt'],
      'no-restricted-syntax': [
        'error',
        { selector: 'JSXText[value=/\\p{L}/u]', message: literalText },
        {
          selector: `JSXAttribute[name.name=/^(${textAttributes.join('|')})$/] > Literal[value=/\\p{L}/u]`,
          message: literalText,
        },
        { selector: 'JSXExpressionContainer > Literal[value=/\\p{L}{2,}\\s\\p{L}/u]', message: literalText },
      ],
    },
  },
  {
    // Patterns that take more than linear time over texts of users, on the server and in browsers of readers.
    files: ['backend/src/**/*.ts', 'frontend/src/**/*.{ts,tsx}'],
    ignores: ['**/*.spec.{ts,tsx}', '**/*.{int,process}-spec.ts'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  // Released migrations are never edited.
  { files: ['backend/migrations/**'], rules: { 'max-len': 'off' } },
  // Build configuration runs in Node and belongs to no project of the type checker.
  {
    files: ['frontend/*.config.ts'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: { parserOptions: { projectService: false, program: null, project: false } },
  },
  {
    // The router redirects by thrown values.
    files: ['frontend/src/routes/**/*.tsx'],
    rules: { '@typescript-eslint/only-throw-error': 'off' },
  },
);
