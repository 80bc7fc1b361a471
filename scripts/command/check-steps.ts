/**
 * One checker only, because each of several would check shared types again: four take twice the processor time of one.
 */
const tsc = ['typescript-7/bin/tsc', '--checkers', '1'] as const

/** Each step with its printed name, its program below node_modules and its arguments. */
export const steps: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['oxlint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['eslint', 'eslint/bin/eslint.js', '--max-warnings', '0', 'site/src/**/*.astro'],
  ['types', ...tsc, '-p', '.'],
  ['types of the tooltips script', ...tsc, '-p', 'dynamic/tooltips'],
  ['types of the site', ...tsc, '-p', 'site'],
  [
    'astro check',
    '@astrojs/check/bin/astro-check.js',
    '--root',
    'site',
    '--tsconfig',
    'site/tsconfig.components.json',
    '--minimumFailingSeverity',
    'warning',
  ],
  ['oxfmt', 'oxfmt/bin/oxfmt', '--check'],
  ['prettier', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', 'site/src/**/*.astro'],
]

export const stepNames = steps.map(([name]) => name)
