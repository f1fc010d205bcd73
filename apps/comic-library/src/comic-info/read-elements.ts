import { XMLParser } from 'fast-xml-parser'
import { unescapeXml } from './unescape-xml.ts'

const textKey = '#text'
const rawKey = '#raw'
const root = 'comicinfo'

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  textNodeName: textKey,
  cdataPropName: rawKey,
  // every value is text until we know what it should be; and entities are ours
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  removeNSPrefix: true,
  // real files write names in any case
  transformTagName: (name) => name.toLowerCase(),
  transformAttributeName: (name) => name.toLowerCase(),
})

type Attributes = Readonly<Record<string, string>>

/**
 * The elements of a ComicInfo.xml: each with its text, and the attributes of its pages. Of an element that is there twice the
 * first with text counts.
 */
export function readElements(xml: string): {
  readonly text: (name: string) => string | undefined
  readonly pages: readonly Attributes[]
} {
  const parsed = asRecord(parse(xml))
  if (!(root in parsed)) throw new Error('it has no element ComicInfo')
  const elements = asRecord(first(parsed[root]))
  const pages = asArray(asRecord(first(elements.pages)).page)
  return {
    text: (name) =>
      asArray(elements[name.toLowerCase()])
        .map(textOf)
        .find((text) => text !== ''),
    pages: pages.map((page) => attributesOf(asRecord(page))),
  }
}

function parse(xml: string): unknown {
  try {
    return parser.parse(xml)
  } catch (error) {
    throw new Error('it is not XML', { cause: error })
  }
}

function textOf(element: unknown): string {
  if (typeof element === 'string') return unescapeXml(element).trim()
  const parts = asRecord(element)
  const raw = asArray(parts[rawKey]).filter((part) => typeof part === 'string')
  const plain = typeof parts[textKey] === 'string' ? unescapeXml(parts[textKey]) : ''
  return `${plain}${raw.join('')}`.trim()
}

function attributesOf(page: Readonly<Record<string, unknown>>): Attributes {
  const attributes = Object.entries(page).filter(([name]) => name.startsWith('@'))
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(1), unescapeXml(String(value)).trim()]))
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {}
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

function first(value: unknown): unknown {
  return asArray(value)[0]
}
