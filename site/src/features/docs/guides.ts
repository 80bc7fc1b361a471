import type { MarkdownInstance } from 'astro'
import { rawContent as changelogContent } from '../../../../CHANGELOG.md'
import type { DocsPage, Guide, WrittenPages } from './written-pages.ts'

interface Frontmatter {
  title: string
  description: string
  order: number
}

const files = import.meta.glob<MarkdownInstance<Frontmatter>>('../../pages/docs/guides/*.md', { eager: true })

/** All guides, in reading order. */
export const guides: readonly Guide[] = Object.entries(files)
  .sort(([, a], [, b]) => a.frontmatter.order - b.frontmatter.order)
  .map(([path, file]) => ({
    href: `/docs/guides/${path.replace(/^.*\/|\.md$/g, '')}`,
    title: file.frontmatter.title,
    description: file.frontmatter.description,
    headings: file.getHeadings(),
    text: file.rawContent(),
  }))

const [faq] = Object.values(import.meta.glob<MarkdownInstance<Frontmatter>>('../../pages/docs/faq.md', { eager: true }))

/** The FAQ, which is also a Markdown file. */
const questions = { title: faq?.frontmatter.title ?? '', text: faq?.rawContent() ?? '' }

/** Pages of the docs that are neither guides nor endpoints. */
export const otherPages: readonly DocsPage[] = [
  { href: '/errors', title: 'Errors', description: 'Every error code: when it is returned, and how to handle it.' },
  { href: '/docs/bulk', title: 'Bulk files', description: 'All files of a patch, with sizes and checksums.' },
  { href: '/docs/settings', title: 'Settings', description: 'All settings of the service and their defaults.' },
  {
    href: '/docs/metrics',
    title: 'Metrics',
    description: 'All metrics that the service exports to Prometheus.',
  },
  { href: '/docs/changelog', title: 'API changelog', description: 'Changes to the API, newest first.' },
  {
    href: '/docs/built-with',
    title: 'Built with this API',
    description: 'Tools that use the API, and how to add yours.',
  },
  {
    href: '/docs/faq',
    title: 'FAQ',
    description: 'Pricing, limits, caching, and who runs the service.',
    text: questions.text,
  },
]

export const writtenPages: WrittenPages = { guides, otherPages, questions, changelog: changelogContent() }
