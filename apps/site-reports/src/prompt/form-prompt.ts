import type { FetchedPage, SiteFacts } from '../page/site-facts.ts'
import { estimateTokens } from './estimate-tokens.ts'
import { fence } from './fence.ts'
import type { Prompt } from './prompt.ts'
import { siteReportTemplate } from './site-report-template.ts'

/** What a chat costs beside its texts. */
const overhead = 20
/** The page that was asked for says most. */
const homeShare = 0.5

/**
 * What a model is asked about a site: rules, then the pages as data between marks that no page can contain, cut so that all of it
 * stays within so many tokens. The same facts and budget always make the same prompt.
 *
 * @example
 * ```ts
 * const { messages, tokens } = formPrompt(site, 8_000)
 * ```
 */
export function formPrompt(site: SiteFacts, budget: number): Prompt {
  const { name, version, system, task } = siteReportTemplate
  const frame = overhead + estimateTokens(system) + estimateTokens(task(site.url, ''))
  const left = budget - frame
  if (left < leastForPages) {
    throw new RangeError(
      `a prompt needs a budget of at least ${frame + leastForPages} tokens; got ${budget}; raise promptTokens`,
    )
  }
  const [home, ...linked] = site.pages
  const others = linked.filter(({ isSoft404 }) => !isSoft404)
  const homeBudget = others.length === 0 ? left : Math.floor(left * homeShare)
  const blocks = home === undefined ? [] : [pageBlock(home, homeBudget)]
  for (const [index, page] of others.entries()) {
    // what a short page leaves, the next ones get
    const used = blocks.reduce((sum, block) => sum + estimateTokens(block), 0)
    const share = Math.floor((left - used) / (others.length - index))
    if (share >= leastForPage) blocks.push(pageBlock(page, share))
  }
  const content = task(site.url, blocks.join('\n\n'))
  return {
    template: name,
    version,
    messages: [
      { role: 'system', content: system },
      { role: 'user', content },
    ],
    tokens: overhead + estimateTokens(system) + estimateTokens(content),
  }
}

const leastForPages = 300
const leastForPage = 150

function pageBlock({ facts }: FetchedPage, budget: number): string {
  const about = [
    `title: ${facts.titleTag ?? '(none)'}`,
    `description: ${facts.descriptionTag ?? facts.description ?? '(none)'}`,
    ...(facts.language === null ? [] : [`language: ${facts.language}`]),
    `words: ${facts.words}; links inside: ${facts.linkCounts.in}, outside: ${facts.linkCounts.out}; images: ${facts.imageCounts.all}`,
    ...(facts.headings.length === 0
      ? []
      : [
          `headings: ${facts.headings
            .slice(0, 15)
            .map(({ level, text }) => `h${level} ${text.slice(0, 80)}`)
            .join(' | ')}`,
        ]),
    'text:',
  ].join('\n')
  const block = (text: string) =>
    fence('page_data', { url: facts.url }, `${cutTo(about, Math.floor(budget / 2))}\n${text}`)
  return block(cutTo(facts.text, budget - estimateTokens(block('')) - 4))
}

/** At the end of a line or a word, where one is near. */
function cutTo(text: string, tokens: number): string {
  if (tokens <= 0) return ''
  if (estimateTokens(text) <= tokens) return text
  let low = 0
  let high = text.length
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (estimateTokens(text.slice(0, middle)) <= tokens - 2) low = middle
    else high = middle - 1
  }
  const cut = text.slice(0, low)
  const end = Math.max(cut.lastIndexOf('\n'), cut.lastIndexOf(' '))
  // never half of a character
  const whole = end > low * 0.8 ? cut.slice(0, end) : cut.replace(/[\ud800-\udbff]$/, '')
  return `${whole.trimEnd()} …`
}
