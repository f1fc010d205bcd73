import { cleanText } from './clean-text.ts'
import { cleanUrl } from './clean-url.ts'
import { attributeOf, type Element, elementsOf, mostInside, textOf } from './html-tree.ts'
import type { Image, Link, PageFacts } from './page-facts.ts'

/** Of these is said how they are called. */
const mostNamed = 2_000
const mostIn = 200
const mostOut = 100
const mostImages = 100

type Links = Pick<PageFacts, 'linksIn' | 'linksOut' | 'linkCounts'>
type Images = Pick<PageFacts, 'images' | 'imageCounts'>

/** Each page that is linked to, once, with the first text that says something. */
export function readLinks(elements: readonly Element[], base: string, own: string): Links {
  const found = new Map<string, string>()
  let withoutText = 0
  let named = 0
  for (const element of elements) {
    const href = element.tagName === 'a' || element.tagName === 'area' ? attributeOf(element, 'href') : undefined
    const url = href === undefined || href.trim().startsWith('#') ? undefined : cleanUrl(href, base)
    if (url === undefined) continue
    const isNamed = ++named <= mostNamed
    const text = isNamed ? nameOf(element) : ''
    if (isNamed && text === '') withoutText++
    // the first text stays
    if (!found.get(url)) found.set(url, text)
  }
  const host = hostOf(own)
  const links = [...found].map(([url, text]): Link => ({ url, text }))
  const inside = links.filter(({ url }) => hostOf(url) === host)
  const outside = links.filter(({ url }) => hostOf(url) !== host)
  return {
    linksIn: inside.slice(0, mostIn),
    linksOut: outside.slice(0, mostOut),
    linkCounts: { in: inside.length, out: outside.length, withoutText },
  }
}

/** What a link is called by those who cannot see it. */
function nameOf(element: Element): string {
  const own = attributeOf(element, 'aria-label') ?? ''
  const text = cleanText(own, 200) || cleanText(textOf(element), 200)
  if (text !== '') return text
  const [, ...inside] = elementsOf(element, mostInside)
  const alt = inside.map((each) => attributeOf(each, 'alt') ?? attributeOf(each, 'aria-label')).find((each) => each)
  return cleanText(alt ?? attributeOf(element, 'title') ?? attributeOf(element, 'alt') ?? '', 200)
}

/** With and without `www.` it is the same site. */
export function hostOf(url: string): string {
  return new URL(url).host.replace(/^www\./, '')
}

export function readImages(elements: readonly Element[], base: string): Images {
  const images: Image[] = []
  let all = 0
  let withoutAlt = 0
  for (const element of elements) {
    if (element.tagName !== 'img') continue
    all++
    const alt = attributeOf(element, 'alt')
    const isDecoration = /^(presentation|none)$/.test(attributeOf(element, 'role') ?? '')
    if (alt === undefined && !isDecoration) withoutAlt++
    const source = attributeOf(element, 'src') ?? attributeOf(element, 'data-src') ?? ''
    const url = cleanUrl(source, base)
    if (url !== undefined && images.length < mostImages) {
      images.push({ url, alt: alt === undefined ? null : cleanText(alt, 300) })
    }
  }
  return { images, imageCounts: { all, withoutAlt } }
}
