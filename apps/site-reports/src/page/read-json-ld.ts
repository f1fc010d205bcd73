import { cleanText } from './clean-text.ts'
import { decodeEntities } from './decode-entities.ts'
import { attributeOf, type Element } from './html-tree.ts'
import type { StructuredData } from './page-facts.ts'

type Thing = Readonly<Record<string, unknown>>

/** What the structured data says of the page as an article, where it is one. */
export type Article = {
  readonly name: string | null
  readonly headline: string | null
  readonly description: string | null
  readonly byline: string | null
  readonly siteName: string | null
  readonly publishedAt: string | null
}

export type JsonLd = {
  readonly blocks: readonly StructuredData[]
  readonly broken: number
  readonly article: Article | undefined
}

const mostThings = 50
const articleType = /(Article|Posting|Report|APIReference)$/

/** Each block is read by itself: a broken one does not spoil the others. */
export function readJsonLd(elements: readonly Element[]): JsonLd {
  const things: Thing[] = []
  let broken = 0
  for (const element of elements) {
    if (element.tagName !== 'script' || !isJsonLd(attributeOf(element, 'type'))) continue
    try {
      things.push(...thingsOf(JSON.parse(sourceOf(element))))
    } catch {
      broken++
    }
  }
  const found = things.find((thing) => typesOf(thing).some((type) => articleType.test(type)))
  const named = things.slice(0, mostThings).filter((thing) => typesOf(thing).length > 0)
  return {
    blocks: named.map((thing) => ({ types: typesOf(thing), name: textOf(thing.name) ?? textOf(thing.headline) })),
    broken,
    article: found && articleOf(found),
  }
}

function isJsonLd(type: string | undefined): boolean {
  return /^\s*application\/ld\+json\s*(;|$)/i.test(type ?? '')
}

function sourceOf({ childNodes }: Element): string {
  const text = childNodes.map((node) => ('value' in node ? node.value : '')).join('')
  return text.replace(/^\s*<!\[CDATA\[|\]\]>\s*$/g, '')
}

/** A block holds one, a list of them, or a graph of them. */
function thingsOf(value: unknown): readonly Thing[] {
  const listed = Array.isArray(value) ? value : [value]
  return listed.filter(isThing).flatMap((thing) => {
    const graph = thing['@graph']
    return [thing, ...(Array.isArray(graph) ? graph.filter(isThing) : [])]
  })
}

function isThing(value: unknown): value is Thing {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function typesOf(thing: Thing): readonly string[] {
  const types = [thing['@type']].flat().filter((type) => typeof type === 'string')
  return types.slice(0, 5).map((type) => cleanText(type.replace(/^https?:\/\/schema\.org\//, ''), 100))
}

function articleOf(thing: Thing): Article {
  return {
    name: textOf(thing.name),
    headline: textOf(thing.headline),
    description: textOf(thing.description, 1_000),
    byline: bylineOf(thing.author),
    siteName: isThing(thing.publisher) ? textOf(thing.publisher.name) : null,
    publishedAt: textOf(thing.datePublished),
  }
}

function bylineOf(author: unknown): string | null {
  const names = [author].flat().map((each) => (isThing(each) ? textOf(each.name) : null))
  return textOf(names.filter((name) => name !== null).join(', '))
}

function textOf(value: unknown, maxLength = 300): string | null {
  return typeof value === 'string' ? cleanText(decodeEntities(value), maxLength) || null : null
}
