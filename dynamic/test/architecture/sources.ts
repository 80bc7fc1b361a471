// Parses every source of the project: its imports, including those of types, and its string literals.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'

export const repository = join(import.meta.dirname, '../../..')

interface Import {
  /** Path from the repository's root, or the package's name. */
  readonly to: string
  readonly isPackage: boolean
  /** Whether a `<script>` of a page imports it, so that it runs in the browser and not in the page's own code. */
  readonly isScript: boolean
}

export interface Source {
  readonly path: string
  readonly text: string
  readonly lines: number
  readonly imports: readonly Import[]
  /** Texts of string literals and of the constant parts of templates, except import paths and types. */
  readonly strings: readonly string[]
  readonly tree: ts.SourceFile
}

const folders = ['build', 'data', 'dynamic', 'scripts', 'site']

/** Whether the file is a test, a helper that only tests use, or a part of the command that runs the fault rigs. */
export const isTest = (path: string) => /\.test\.ts$|\/test\/|^scripts\/(actions\/)?faults\.ts$/.test(path)

const parse = (path: string, text: string) => ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)

/** The code of a file: of an Astro component its frontmatter, its inline scripts and the files of its other scripts. */
function partsOf(path: string, text: string): { code: string; scripts: readonly string[]; files: readonly string[] } {
  if (!path.endsWith('.astro')) return { code: text, scripts: [], files: [] }
  const tags = [...text.matchAll(/<script\b([^>]*?)(?:\/>|>([^]*?)<\/script>)/g)]
  return {
    code: /^---\n([^]*?)^---$/m.exec(text)?.[1] ?? '',
    scripts: tags.map(([, , body = '']) => body),
    files: tags.flatMap(([, attributes = '']) => /\bsrc="(\.[^"]+)"/.exec(attributes)?.[1] ?? []),
  }
}

function readSource(path: string): Source {
  const text = readFileSync(join(repository, path), 'utf8')
  const { code, scripts, files } = partsOf(path, text)
  const tree = parse(`${path}.ts`, code)
  const { imported, strings } = readTree(tree)
  const sent = [...files, ...scripts.flatMap((script) => readTree(parse(`${path}.ts`, script)).imported)]
  const imports = [
    ...imported.map((given) => importOf(path, given, false)),
    ...sent.map((given) => importOf(path, given, true)),
  ]
  return { path, text, lines: text.trimEnd().split('\n').length, imports, strings, tree }
}

function readTree(tree: ts.SourceFile): { imported: string[]; strings: string[] } {
  const imported: string[] = []
  const strings: string[] = []
  const visit = (node: ts.Node, isType: boolean): void => {
    const given = specifierOf(node)
    if (given !== undefined) imported.push(given)
    if (given !== undefined && (ts.isImportDeclaration(node) || ts.isExportDeclaration(node))) return
    const isText =
      ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)
    if (isText && !isType) strings.push(node.text)
    ts.forEachChild(node, (child) => visit(child, isType || ts.isTypeNode(node)))
  }
  visit(tree, false)
  return { imported, strings }
}

/**
 * The module specifier of `import`, `export ... from`, or `import('...')` as a call or a type; undefined for other
 * nodes.
 */
function specifierOf(node: ts.Node): string | undefined {
  const given = givenOf(node)
  return given && ts.isStringLiteral(given) ? given.text : undefined
}

function givenOf(node: ts.Node): ts.Node | undefined {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return node.moduleSpecifier
  if (ts.isImportTypeNode(node)) return ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall ? node.arguments[0] : undefined
}

function importOf(from: string, given: string, isScript: boolean): Import {
  if (!given.startsWith('.')) return { to: packageOf(given), isPackage: true, isScript }
  const path = relative(repository, resolve(repository, from, '..', given.replace(/\?.*/, '')))
  return { to: path, isPackage: false, isScript }
}

const packageOf = (given: string) =>
  given.startsWith('@') ? given.split('/', 2).join('/') : (given.split('/')[0] ?? '')

export const all: readonly Source[] = folders
  .flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /(?<!\.d)\.ts$|\.astro$/.test(path) && !/node_modules|^site\/(dist|\.astro)(\/|$)/.test(path))
  .sort()
  .map(readSource)

/** The global types of the site's components. */
export const siteTypes = readSource('site/src/env.d.ts')

export const exists = (path: string): boolean => existsSync(join(repository, path))

export const sources = all.filter(({ path }) => !isTest(path))
export const tests = all.filter(({ path }) => isTest(path))

/** The names that a source exports, except for its default export. */
export function exportsOf({ tree }: Source): string[] {
  return tree.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined
    const kinds = modifiers?.map(({ kind }) => kind) ?? []
    if (!kinds.includes(ts.SyntaxKind.ExportKeyword) || kinds.includes(ts.SyntaxKind.DefaultKeyword)) return []
    if (!ts.isVariableStatement(statement)) return (statement as { name?: ts.Identifier }).name?.text ?? []
    return statement.declarationList.declarations.flatMap(({ name }) =>
      ts.isIdentifier(name) ? name.text : name.elements.map((element) => element.getText()),
    )
  })
}
