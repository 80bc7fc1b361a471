import { defineConfig } from 'eslint/config'
import astro from 'eslint-plugin-astro'
import tseslint from 'typescript-eslint'

export default defineConfig(
  {
    ignores: [
      'node_modules',
      '.data',
      'site/dist',
      'site/.astro',
      '**/*.mjs',
      '**/*.d.ts',
      '**/*.js',
      'dynamic/test/client/consumer',
    ],
  },
  tseslint.configs.strictTypeChecked,
  tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-confusing-void-expression': 'off',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      '@typescript-eslint/no-unnecessary-condition': ['error', { allowConstantLoopConditions: true }],
      '@typescript-eslint/no-base-to-string': 'off', // rows hold unknown values
      '@typescript-eslint/non-nullable-type-assertion-style': 'off', // `!` hides more than `as number` says
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
      'max-lines': ['error', { max: 260, skipBlankLines: false }],
      'max-lines-per-function': ['error', { max: 55, skipComments: true }],
    },
  },
  {
    files: ['**/*.test.ts', '**/resources/*/*.ts', '**/sample/**', '**/bench/**'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  astro.configs.recommended,
  astro.configs['jsx-a11y-recommended'],
  {
    // The types of components are those of `astro check`: to typescript-eslint each imported component is an error type.
    files: ['**/*.astro', '**/*.astro/*'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { parser: tseslint.parser, projectService: false } },
    rules: {
      'max-lines-per-function': 'off',
      // Areas that scroll must be reachable by keyboard.
      'astro/jsx-a11y/no-noninteractive-tabindex': ['error', { tags: ['pre', 'main'], roles: ['region'] }],
    },
  },
  {
    // Scripts fill these elements before they are shown.
    files: ['site/src/pages/dashboard.astro', 'site/src/pages/favourites.astro'],
    rules: {
      'astro/jsx-a11y/heading-has-content': 'off',
      'astro/jsx-a11y/label-has-associated-control': 'off',
      'astro/jsx-a11y/anchor-has-content': 'off',
      'astro/jsx-a11y/anchor-is-valid': 'off',
    },
  },
)
