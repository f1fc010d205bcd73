import { cleanText } from './clean-text.ts'
import {
  attributeOf,
  type Element,
  elementsOf,
  type HtmlNode,
  isElement,
  isHidden,
  mostInside,
  textOf,
} from './html-tree.ts'
import { isInvitation } from './is-boilerplate.ts'

const longest = 100
const mostLookedInto = 100

/** Who has written it, where the page itself shows that. */
export function readByline(elements: readonly Element[]): string | null {
  let lookedInto = 0
  for (const element of elements) {
    if (!namesAuthor(element) || isHidden(element)) continue
    if (++lookedInto > mostLookedInto) return null
    if (isInMenu(element)) continue
    // the name alone, without `by` and a date, where it is marked
    const name = elementsOf(element, mostInside).find((inner) => /\bname\b/.test(attributeOf(inner, 'itemprop') ?? ''))
    const text = cleanText(textOf(name ?? element), longest + 1)
    if (text !== '' && text.length < longest && !isInvitation(text)) return text
  }
  return null
}

function namesAuthor(element: Element): boolean {
  if (element.tagName === 'meta' || element.tagName === 'link' || element.tagName === 'body') return false
  if (attributeOf(element, 'rel')?.toLowerCase() === 'author') return true
  if (/author/.test(attributeOf(element, 'itemprop') ?? '')) return true
  const marks = `${attributeOf(element, 'class') ?? ''} ${attributeOf(element, 'id') ?? ''}`
  // an element for authorization or authority is none
  return /byline|author(?!i[sztv])|dateline|writtenby/i.test(marks)
}

const menus = new Set(['nav', 'form', 'dialog'])

function isInMenu(element: Element): boolean {
  for (let node: HtmlNode | null = element; node !== null && isElement(node); node = node.parentNode) {
    if (menus.has(node.tagName) || attributeOf(node, 'role') === 'navigation') return true
  }
  return false
}
