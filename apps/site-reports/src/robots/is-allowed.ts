import { agentToken } from './agent-token.ts'
import { normaliseEscapes } from './normalise-path.ts'
import type { Robots, RobotsRule } from './robots.ts'

/**
 * Whether a crawler, by its product token, may ask for a path. That comes with its query and as a URL has it, escaped. The longest rule that fits decides, and of two as long the one that allows;
 * without one everything is allowed. Groups for the crawler's own name count, all of them; the ones for `*` only where there is none.
 */
export function isAllowed(robots: Robots, agent: string, path: string): boolean {
  const asked = normaliseEscapes(path === '' ? '/' : path)
  // the file itself can always be asked for
  if (asked === '/robots.txt') return true
  let decided: RobotsRule | undefined
  for (const rule of rulesFor(robots, agent)) {
    // an empty rule fits nothing
    if (rule.pattern === '' || !fits(rule.pattern, asked)) continue
    const isLonger = decided === undefined || rule.pattern.length > decided.pattern.length
    if (isLonger || (rule.pattern.length === decided?.pattern.length && rule.allows)) decided = rule
  }
  return decided?.allows ?? true
}

function rulesFor({ groups }: Robots, agent: string): readonly RobotsRule[] {
  const token = agentToken(agent) ?? '*'
  const own = groups.filter(({ agents }) => agents.includes(token))
  const counting = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes('*'))
  return counting.flatMap(({ rules }) => rules)
}

/**
 * `*` stands for any characters, `$` at the end for the end. Walks along the path once for each part between two stars: an expression
 * of many stars would let a hostile file keep the process busy for ever.
 */
function fits(pattern: string, path: string): boolean {
  const isAnchored = pattern.endsWith('$')
  const [first = '', ...parts] = (isAnchored ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  for (const [index, part] of parts.entries()) {
    const isLast = isAnchored && index === parts.length - 1
    const found = isLast ? path.length - part.length : path.indexOf(part, at)
    if (found < at || !path.startsWith(part, found)) return false
    at = found + part.length
  }
  return !isAnchored || at === path.length
}
