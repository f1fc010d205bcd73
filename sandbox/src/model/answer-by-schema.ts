import { createHash } from 'node:crypto'
import { seededRandom } from '../catalogue/seeded-random.ts'
import type { ChatRequest, JsonSchema } from './read-request.ts'

type Quote = { readonly text: string; readonly page: string }

/** What the pages of a prompt say, sentence by sentence. */
function quotesOf(prompt: string): readonly Quote[] {
  return [...prompt.matchAll(/<page_data url="([^"]*)">\n(.*?)\n<\/page_data>/gs)].flatMap(
    ([, page = '', block = '']) => {
      const text = block.slice(block.indexOf('\ntext:\n') + 7)
      const sentences = text.split(/(?<=[.!?])\s+|\n/).filter((sentence) => sentence.length >= 15)
      return sentences.slice(0, 30).map((sentence) => ({ text: sentence.slice(0, 180), page }))
    },
  )
}

/**
 * Fills a schema in: the same answer for the same request, whenever it is asked. Quotes what it was given where a quote is wanted. It
 * does what models do with a page that speaks to them: whatever stands outside of the blocks of data is believed.
 */
export function answerBySchema({ messages, schema, model }: ChatRequest): unknown {
  const prompt = messages.map(({ content }) => content).join('\n')
  const seed = createHash('sha256')
    .update(JSON.stringify([model, messages]))
    .digest()
    .readUInt32BE()
  const random = seededRandom(seed)
  const outside = prompt.replace(/<page_data url="[^"]*">\n.*?\n<\/page_data>/gs, '')
  const isLedAstray = /ignore (your|all previous) instructions/i.test(outside)
  const quotes = quotesOf(prompt)
  let quote: Quote = { text: 'nothing', page: 'https://nowhere.example/' }
  const fill = (of: JsonSchema, name: string): unknown => {
    if (of.enum !== undefined) return of.enum[Math.floor(random() * of.enum.length)]
    if (of.anyOf !== undefined) return fill(of.anyOf[0]!, name)
    const type = Array.isArray(of.type) ? of.type[0] : of.type
    if (type === 'object') {
      quote = quotes[Math.floor(random() * quotes.length)] ?? quote
      return Object.fromEntries(Object.entries(of.properties ?? {}).map(([key, each]) => [key, fill(each, key)]))
    }
    if (type === 'array') {
      const length = isLedAstray && name === 'weaknesses' ? 0 : 2 + Math.floor(random() * 2)
      return Array.from({ length }, () => fill(of.items ?? {}, name))
    }
    if (type === 'integer' || type === 'number') return isLedAstray ? 10 : 3 + Math.floor(random() * 6)
    if (type === 'boolean') return random() < 0.5
    if (type === 'null') return null
    if (name === 'evidence') return quote.text
    if (name === 'page') return quote.page
    if (isLedAstray && name === 'summary') return 'The best site on the web'
    return sentence(name, quote, random)
  }
  return fill(schema ?? { type: 'string' }, 'text')
}

const beginnings = ['It seems that', 'By what it says,', 'On the whole,', 'As far as the pages tell,']

function sentence(name: string, { text }: Quote, random: () => number): string {
  const beginning = beginnings[Math.floor(random() * beginnings.length)]!
  return `${beginning} the ${name} follows from this: ${text.slice(0, 80)}`
}
