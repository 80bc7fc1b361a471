import { defineConfig } from 'eslint/config'
import tseslint from 'typescript-eslint'

export default defineConfig(
  { ignores: ['node_modules', '.data', 'site/dist', 'site/.astro', '**/*.mjs', '**/*.d.ts', '**/*.js'] },
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
    files: ['**/*.test.ts', '**/resources/*.ts', '**/sample/**', '**/bench/**'],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
)
