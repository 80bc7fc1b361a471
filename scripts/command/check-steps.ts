/** Each step by the name that is printed: a program below node_modules and its arguments. */
export const steps: readonly (readonly [name: string, program: string, ...args: string[]])[] = [
  ['oxlint', 'oxlint/bin/oxlint', '--deny-warnings'],
  ['eslint', 'eslint/bin/eslint.js', '--max-warnings', '0', 'site/src/**/*.astro'],
  ['types', 'typescript-7/bin/tsc', '-p', '.'],
  ['types of the tooltips script', 'typescript-7/bin/tsc', '-p', 'dynamic/tooltips'],
  ['types of the site', 'typescript-7/bin/tsc', '-p', 'site'],
  [
    'astro check',
    '@astrojs/check/bin/astro-check.js',
    '--root',
    'site',
    '--tsconfig',
    'site/tsconfig.json',
    '--minimumFailingSeverity',
    'warning',
  ],
  ['oxfmt', 'oxfmt/bin/oxfmt', '--check'],
  ['prettier', 'prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', 'site/src/**/*.astro'],
]

export const stepNames = steps.map(([name]) => name)
