import { chapterName } from '../chapter/chapter-name.ts'
import { cutText } from '../chapter/cut-text.ts'
import type { ListedChapter } from '../tables/listed-chapters.ts'

/** Discord refuses more. */
const mostEmbeds = 10
const mostContent = 2_000
const mostTitle = 256
const mostAuthor = 256

type Embed = {
  readonly title: string
  readonly url?: string
  readonly author: { readonly name: string }
  readonly footer?: { readonly text: string }
  readonly timestamp: string
}

/** What Discord, and those that take the same, are sent. */
export type DiscordMessage = {
  readonly content: string
  readonly embeds: readonly Embed[]
  readonly allowed_mentions: { readonly parse: readonly never[] }
}

/** A message about new chapters, ten at the most. Titles come from outside: they mention nobody and format nothing. */
export function discordMessage(chapters: readonly ListedChapter[]): DiscordMessage {
  const told = chapters.slice(0, mostEmbeds)
  const lines = told.map((chapter) => `${plain(chapter.seriesTitle)}: ${plain(chapterName(chapter))}`)
  return message(lines.join('\n'), told.map(embed))
}

/** What shows that a webhook works. */
export function discordTest(): DiscordMessage {
  return message('This is a test: new chapters will be announced here.', [])
}

function message(content: string, embeds: readonly Embed[]): DiscordMessage {
  return { content: cutLines(content), embeds, allowed_mentions: { parse: [] } }
}

function embed(chapter: ListedChapter): Embed {
  const url = chapter.sources[0]?.url
  return {
    title: cutText(chapterName(chapter), mostTitle),
    ...(url === undefined || url.length > 2_048 ? {} : { url }),
    author: { name: cutText(chapter.seriesTitle, mostAuthor) },
    ...(chapter.languages.length === 0 ? {} : { footer: { text: cutText(chapter.languages.join(', '), mostTitle) } }),
    timestamp: (chapter.publishedAt ?? chapter.detectedAt).toISOString(),
  }
}

/** What would be formatting, a link or a mention is a character like any other. */
function plain(text: string): string {
  return cutText(text, mostTitle).replace(/[\\*_~`|>[\]()#<@:]/g, '\\$&')
}

/** Counted as Discord counts, which is in code points; no backslash is parted from what it stands before. */
function cutLines(text: string): string {
  const points = [...text]
  if (points.length <= mostContent) return text
  return `${points
    .slice(0, mostContent - 1)
    .join('')
    .replace(/\\$/, '')}…`
}
