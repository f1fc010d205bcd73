import { cleanText } from './clean-text.ts'
import { attributeOf, type Element, elementsOf, isHidden, mostInside, textOf } from './html-tree.ts'

const longest = 100
const mostLookedInto = 100

/** Who has written it, where the page itself shows that. */
export function readByline(elements: readonly Element[]): string | null {
  let lookedInto = 0
  for (const element of elements) {
    if (!namesAuthor(element) || isHidden(element)) continue
    if (++lookedInto > mostLookedInto) return null
    // the name alone, without `by` and a date, where it is marked
    const name = elementsOf(element, mostInside).find((inner) => /\bname\b/.test(attributeOf(inner, 'itemprop') ?? ''))
    const text = cleanText(textOf(name ?? element), longest + 1)
    if (text !== '' && text.length < longest) return text
  }
  return null
}

function namesAuthor(element: Element): boolean {
  if (element.tagName === 'meta' || element.tagName === 'link' || element.tagName === 'body') return false
  if (attributeOf(element, 'rel')?.toLowerCase() === 'author') return true
  if (/author/.test(attributeOf(element, 'itemprop') ?? '')) return true
  const marks = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`
  return /byline|author|dateline|writtenby|p-author/i.test(marks)
}
