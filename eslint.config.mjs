// Of components of Astro; oxlint reads all other sources, with their types. The types of components are those of `astro
// check`.
import { defineConfig } from 'eslint/config'
import astro from 'eslint-plugin-astro'
import tseslint from 'typescript-eslint'

export default defineConfig(
  { ignores: ['**/node_modules', '.data', 'site/dist', 'site/.astro', '**/*.mjs', '**/*.js', '**/*.d.ts'] },
  tseslint.configs.strict,
  tseslint.configs.stylistic,
  {
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
    },
  },
  astro.configs.recommended,
  astro.configs['jsx-a11y-recommended'],
  {
    files: ['**/*.astro', '**/*.astro/*'],
    languageOptions: { parserOptions: { parser: tseslint.parser } },
    rules: {
      'max-lines': ['error', { max: 260, skipBlankLines: false }],
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
