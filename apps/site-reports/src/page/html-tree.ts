import { type DefaultTreeAdapterMap, type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5'

export type Element = DefaultTreeAdapterTypes.Element
export type HtmlNode = DefaultTreeAdapterTypes.Node

/** A page that would take too long to be read. */
export class TooComplexError extends Error {}

/**
 * Formatting that is never closed is opened again in each paragraph, and each tag looks through all that are open: some hundred KB can
 * be made to fill the memory or to take minutes. No page that is meant for people comes near.
 */
const maxElements = 150_000
const maxDepth = 1_000

/** The tree that browsers would make of it. */
export function parseHtml(html: string): DefaultTreeAdapterTypes.Document {
  let elements = 0
  let depth = 0
  return parse<DefaultTreeAdapterMap>(html, {
    scriptingEnabled: false,
    treeAdapter: {
      ...defaultTreeAdapter,
      createElement(...args) {
        if (++elements > maxElements) throw new TooComplexError(`it has more than ${maxElements} elements`)
        return defaultTreeAdapter.createElement(...args)
      },
      onItemPush() {
        if (++depth > maxDepth) throw new TooComplexError(`its elements are nested more than ${maxDepth} deep`)
      },
      onItemPop() {
        depth--
      },
    },
  })
}

export function attributeOf(element: Element, name: string): string | undefined {
  return element.attrs.find((each) => each.name === name)?.value
}

export function isElement(node: HtmlNode): node is Element {
  return 'tagName' in node
}

/**
 * Goes through a tree in the order of the page. `enter` returns false to leave out what is inside. A loop and not a recursion: pages
 * can be nested deeper than the stack.
 */
export function walk(root: HtmlNode, enter: (node: HtmlNode) => boolean | undefined, leave?: (node: HtmlNode) => void) {
  const path: { readonly node: HtmlNode; next: number }[] = []
  const push = (node: HtmlNode) => {
    if (enter(node) === false) leave?.(node)
    else path.push({ node, next: 0 })
  }
  push(root)
  while (path.length > 0) {
    const top = path.at(-1)!
    const child = 'childNodes' in top.node ? top.node.childNodes[top.next++] : undefined
    if (child !== undefined) push(child)
    else {
      path.pop()
      leave?.(top.node)
    }
  }
}

/** All elements, in the order of the page. */
export function elementsOf(root: HtmlNode): readonly Element[] {
  const elements: Element[] = []
  walk(root, (node) => {
    if (isElement(node)) elements.push(node)
    return undefined
  })
  return elements
}

const unseen = new Set([
  'script',
  'style',
  'noscript',
  'template',
  'iframe',
  'object',
  'svg',
  'math',
  'textarea',
  'select',
])

/** Whether people do not see it, as far as the element itself says. */
export function isHidden(element: Element): boolean {
  if (unseen.has(element.tagName)) return true
  return element.attrs.some(({ name, value }) => {
    if (name === 'hidden') return true
    if (name === 'aria-hidden') return value.trim().toLowerCase() === 'true'
    return name === 'style' && /(^|[;\s])(display\s*:\s*none|visibility\s*:\s*hidden)/i.test(value)
  })
}

/** Of an element and all that is visible in it. Ends when there is more than anybody asks for. */
export function textOf(root: HtmlNode, maxLength = 2_000): string {
  let text = ''
  walk(root, (node) => {
    if (text.length > maxLength) return false
    if ('value' in node && node.nodeName === '#text') text += node.value
    else if (isElement(node)) {
      if (node !== root && isHidden(node)) return false
      if (node.tagName === 'br') text += ' '
    }
    return undefined
  })
  return text
}
