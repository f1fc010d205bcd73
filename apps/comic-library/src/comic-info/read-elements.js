import { XMLParser } from 'fast-xml-parser'
import { unescapeXml } from './unescape-xml.js'

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

/**
 * The elements of a ComicInfo.xml: each with its text, and the attributes of its pages. Of an element that is there twice the
 * first with text counts.
 * @param {string} xml
 * @returns {{ text: (name: string) => string | undefined, pages: readonly Readonly<Record<string, string>>[] }}
 */
export function readElements(xml) {
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

/** @param {string} xml */
function parse(xml) {
  try {
    return parser.parse(xml)
  } catch (error) {
    throw new Error('it is not XML', { cause: error })
  }
}

/** @param {unknown} element */
function textOf(element) {
  if (typeof element === 'string') return unescapeXml(element).trim()
  const parts = asRecord(element)
  const raw = asArray(parts[rawKey]).filter((part) => typeof part === 'string')
  const plain = typeof parts[textKey] === 'string' ? unescapeXml(parts[textKey]) : ''
  return `${plain}${raw.join('')}`.trim()
}

/**
 * @param {Readonly<Record<string, unknown>>} page
 * @returns {Readonly<Record<string, string>>}
 */
function attributesOf(page) {
  const attributes = Object.entries(page).filter(([name]) => name.startsWith('@'))
  return Object.fromEntries(attributes.map(([name, value]) => [name.slice(1), unescapeXml(String(value)).trim()]))
}

/**
 * @param {unknown} value
 * @returns {Readonly<Record<string, unknown>>}
 */
function asRecord(value) {
  return typeof value === 'object' && value !== null ? /** @type {Readonly<Record<string, unknown>>} */ (value) : {}
}

/**
 * @param {unknown} value
 * @returns {readonly unknown[]}
 */
function asArray(value) {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

/** @param {unknown} value */
function first(value) {
  return asArray(value)[0]
}
