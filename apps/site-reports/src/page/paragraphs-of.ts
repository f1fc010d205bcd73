import { cleanText } from './clean-text.ts'
import { attributeOf, type Element, type HtmlNode, isElement, isHidden, walk } from './html-tree.ts'

export type Paragraph = {
  readonly text: string
  readonly isHeading: boolean
  /** It stands in an element that is made for paragraphs. */
  readonly isParagraph: boolean
  /** It says of itself that it is a remark beside the text. */
  readonly isNote: boolean
  /** How many of its characters are in links. */
  readonly linked: number
}

const block = new Set(
  'address article aside blockquote body caption dd details dialog div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section summary table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** What people read in a node, in the order of the page: each block a paragraph, without what is hidden or left out. */
export function paragraphsOf(body: HtmlNode, isLeftOut: (element: Element) => boolean): readonly Paragraph[] {
  const paragraphs: Paragraph[] = []
  const blocks: Element[] = []
  let [open, linked, links] = ['', 0, 0]
  const end = () => {
    const text = cleanText(open, Number.POSITIVE_INFINITY)
    const around = blocks.at(-1)
    if (text !== '') paragraphs.push({ text, ...kindOf(around), linked })
    open = ''
    linked = 0
  }
  walk(
    body,
    (node) => {
      if (node.nodeName === '#text' && 'value' in node) {
        open += node.value
        if (links > 0) linked += node.value.length
      }
      if (!isElement(node)) return 'into'
      if (node.tagName === 'a') links++
      if (isHidden(node) || isLeftOut(node)) return 'past'
      if (block.has(node.tagName)) {
        end()
        blocks.push(node)
      } else if (node.tagName === 'br') open += ' '
      return 'into'
    },
    (node) => {
      if (!isElement(node)) return
      if (node.tagName === 'a') links--
      if (!block.has(node.tagName)) return
      end()
      if (blocks.at(-1) === node) blocks.pop()
    },
  )
  end()
  return paragraphs
}

function kindOf(around: Element | undefined): Pick<Paragraph, 'isHeading' | 'isParagraph' | 'isNote'> {
  if (around === undefined) return { isHeading: false, isParagraph: false, isNote: false }
  const { tagName } = around
  return {
    isHeading: /^h[1-6]$/.test(tagName),
    isParagraph: tagName === 'p',
    isNote: attributeOf(around, 'role') === 'note',
  }
}
