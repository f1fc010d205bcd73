import { parseFragment } from 'parse5'

/** Nothing that is decoded is longer when it is kept. */
const longest = 8_000

/** By its name or its number, and with its semicolon: `&copy=2` in an address is none. */
const entity = /&(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);/i
const noEntity = /&(?!(?:#\d+|#x[\da-f]+|[a-z][\da-z]*);)/gi

/**
 * Decodes the entities that are left in a text: in metadata that was escaped once too often, which a browser would show as `&amp;`,
 * and in JSON, where HTML decodes none. All names of the HTML standard are known.
 */
export function decodeEntities(text: string): string {
  const given = text.slice(0, longest)
  if (!entity.test(given)) return given
  // in an attribute: as text, `&nothing;` would be read as `&not` and four letters
  const { childNodes } = parseFragment(`<i title="${given.replace(noEntity, '&amp;').replaceAll('"', '&quot;')}">`)
  const [element] = childNodes
  return (element !== undefined && 'attrs' in element && element.attrs[0]?.value) || ''
}
