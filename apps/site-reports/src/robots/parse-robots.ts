import { agentToken } from './agent-token.ts'
import { normalisePath } from './normalise-path.ts'
import type { Robots, RobotsGroup, RobotsRule } from './robots.ts'
import { splitLines } from './split-lines.ts'

/** What RFC 9309 asks to be read at the least; what stands behind it counts for nothing. */
export const maxRobotsLength = 500 * 1024

type Line = { readonly key: 'agent' | 'allow' | 'disallow' | 'sitemap'; readonly value: string }

/** Typing errors that are common enough to be understood by the large crawlers. */
const keys: readonly (readonly [RegExp, Line['key']])[] = [
  [/^user[- ]?agent$/i, 'agent'],
  [/^allow$/i, 'allow'],
  [/^(dis+al+ow|dissalow|disalow|diasllow)$/i, 'disallow'],
  [/^site-?map$/i, 'sitemap'],
]

/**
 * Reads a robots.txt as RFC 9309 has it. Never fails: what cannot be understood is passed over, as the RFC asks.
 *
 * @example
 * ```ts
 * const robots = parseRobots('User-agent: *\nDisallow: /private/')
 * console.log(isAllowed(robots, 'pawl', '/private/a')) // false
 * ```
 */
export function parseRobots(text: string): Robots {
  const groups: RobotsGroup[] = []
  const sitemaps: string[] = []
  let agents: string[] = []
  let rules: RobotsRule[] = []
  for (const { key, value } of linesOf(text)) {
    if (key === 'sitemap') sitemaps.push(value)
    else if (key === 'agent') {
      // a group begins with all the agents that stand together
      if (rules.length > 0) {
        groups.push({ agents, rules })
        agents = []
        rules = []
      }
      const token = /^\*(\s|$)/.test(value) ? '*' : agentToken(value)
      if (token !== undefined) agents.push(token)
    } else if (agents.length > 0) rules.push({ allows: key === 'allow', pattern: normalisePath(value) })
  }
  return { groups: agents.length > 0 ? [...groups, { agents, rules }] : groups, sitemaps }
}

function* linesOf(text: string): Generator<Line> {
  for (const line of splitLines(text.slice(0, maxRobotsLength))) {
    const read = readLine(trim(line.replace(/#.*$/s, '')))
    if (read !== undefined) yield read
  }
}

/** `key: value`. A blank may stand for the colon, as the large crawlers have it, where that leaves two words. */
function readLine(line: string): Line | undefined {
  const colon = line.indexOf(':')
  const words = line.split(/[\t\v\f ]+/)
  const [name, value] =
    colon >= 0 ? [trim(line.slice(0, colon)), trim(line.slice(colon + 1))] : words.length === 2 ? words : []
  if (name === undefined || value === undefined) return undefined
  const key = keys.find(([pattern]) => pattern.test(name))?.[1]
  return key === undefined ? undefined : { key, value }
}

/** ASCII alone: for JavaScript a byte order mark is a blank, for Google's parser it is part of a word. */
function trim(text: string): string {
  return text.replace(/^[\t\v\f ]+|[\t\v\f ]+$/g, '')
}
