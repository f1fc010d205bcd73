import { cleanText } from './clean-text.ts'
import { decodeEntities } from './decode-entities.ts'
import { attributeOf, type Element } from './html-tree.ts'

/** What the meta elements of a page say, by name in lower case: `og:title`, `description`, `dc:creator`. */
export type Meta = {
  /** The last one of a name, as most readers have it. */
  get(name: string): string | null
  /** The first one that there is of these. */
  first(...names: readonly string[]): string | null
  /** All of a prefix, without it; of each name the first. */
  below(prefix: string): Readonly<Record<string, string>>
  readonly charset: string | null
  /** What stands in for a header, by its name in lower case. */
  header(name: string): string | null
}

/** A page may have any number. */
const mostBelow = 40
const longestCharset = 50

export function readMeta(elements: readonly Element[]): Meta {
  const last = new Map<string, string>()
  const first = new Map<string, string>()
  const headers = new Map<string, string>()
  let charset: string | null = null
  for (const element of elements) {
    if (element.tagName !== 'meta') continue
    charset ??= charsetOf(attributeOf(element, 'charset'))
    const content = attributeOf(element, 'content')
    if (content === undefined || content.trim() === '') continue
    const header = attributeOf(element, 'http-equiv')?.trim().toLowerCase()
    if (header !== undefined && !headers.has(header)) headers.set(header, content.trim())
    for (const name of namesOf(element)) {
      const value = cleanText(decodeEntities(content), 1_000)
      last.set(name, value)
      if (!first.has(name)) first.set(name, value)
    }
  }
  charset ??= charsetOf(/charset=([\w-]+)/i.exec(headers.get('content-type') ?? '')?.[1])
  return {
    get: (name) => last.get(name) ?? null,
    first: (...names) => names.map((name) => last.get(name)).find((value) => value !== undefined) ?? null,
    below: (prefix) => below(first, prefix),
    charset,
    header: (name) => headers.get(name) ?? null,
  }
}

function charsetOf(said: string | undefined): string | null {
  return cleanText(said ?? '', longestCharset).toLowerCase() || null
}

/** A property may have several names, apart by blanks. Dublin Core is written with a dot or a colon. */
function namesOf(element: Element): readonly string[] {
  const properties = attributeOf(element, 'property')?.split(/\s+/) ?? []
  const name = attributeOf(element, 'name')?.replace(/\s+/g, '') ?? ''
  return [...properties, name]
    .map((each) =>
      cleanText(each.toLowerCase(), 200).replace(/^(dc|dcterms?)\./, (prefix) => `${prefix.slice(0, -1)}:`),
    )
    .filter((each) => each !== '' && each.length <= 100)
}

function below(values: ReadonlyMap<string, string>, prefix: string): Record<string, string> {
  const found = [...values].filter(([name]) => name.startsWith(prefix)).slice(0, mostBelow)
  return Object.fromEntries(found.map(([name, value]) => [name.slice(prefix.length), cleanText(value)]))
}
