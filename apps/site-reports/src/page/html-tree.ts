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

/** What to do with a node: go into it, pass it by, or look at nothing more. */
export type Going = 'into' | 'past' | 'stop'

/** Goes through a tree in the order of the page. A loop and not a recursion: pages can be nested deeper than the stack. */
export function walk(root: HtmlNode, enter: (node: HtmlNode) => Going, leave?: (node: HtmlNode) => void): void {
  const path: { readonly node: HtmlNode; next: number }[] = []
  for (let node: HtmlNode | undefined = root; node !== undefined || path.length > 0; ) {
    if (node !== undefined) {
      const going = enter(node)
      if (going === 'stop') return
      if (going === 'into') path.push({ node, next: 0 })
      else leave?.(node)
    }
    const top = path.at(-1)
    if (top === undefined) return
    node = 'childNodes' in top.node ? top.node.childNodes[top.next++] : undefined
    if (node !== undefined) continue
    path.pop()
    leave?.(top.node)
  }
}

/** The elements in a node, in the order of the page; all of them, or so many. */
export function elementsOf(root: HtmlNode, most = Number.POSITIVE_INFINITY): readonly Element[] {
  const elements: Element[] = []
  walk(root, (node) => {
    if (isElement(node)) elements.push(node)
    return elements.length < most ? 'into' : 'stop'
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

/**
 * What is in a link or a heading; where those are nested, each would be gone through once for all that it is in. Whoever looks into
 * many elements also looks into so many of them only: 150,000 links in chains of a thousand took a worker more than a minute.
 */
export const mostInside = 500

/** Of an element and what is visible in it. Ends when there is more than anybody asks for. */
export function textOf(root: HtmlNode, maxLength = 2_000): string {
  let text = ''
  let nodes = 0
  walk(root, (node) => {
    if (text.length > maxLength || ++nodes > mostInside) return 'stop'
    if ('value' in node && node.nodeName === '#text') text += node.value
    if (!isElement(node)) return 'into'
    if (node !== root && isHidden(node)) return 'past'
    if (node.tagName === 'br') text += ' '
    return 'into'
  })
  return text
}
