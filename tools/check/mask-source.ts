const TOKEN = /\/\/.*|\/\*[\s\S]*?\*\/|'(?:\\[\s\S]|[^'\\\n])*'|"(?:\\[\s\S]|[^"\\\n])*"|[`{}/]|[^'"`{}/]+|[\s\S]/y
const TEMPLATE_PART = /(?:\\[\s\S]|\$(?!\{)|[^`\\$])*/y
const REGEX = /\/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+\//y
const ENDS_A_VALUE = /[\w$)\]}'"`]$/
const WORD_BEFORE_REGEX = /(?<![\w$.])(?:return|typeof|case|in|of|do|else|void|delete|await|yield|throw)$/

/**
 * The code alone: comments and the contents of strings, templates and regular expressions become spaces, while quotes,
 * line breaks and every offset stay. Code inside `${…}` remains. TypeScript 7 has no parser to call, and the checks
 * need no more than this.
 */
export function maskSource(text: string): string {
  const parts: string[] = []
  let at = 0
  // One entry per open template: how many braces are open inside its current `${…}`.
  const openBraces: number[] = []

  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const token = pattern.exec(text)?.[0] ?? ''
    at += token.length
    return token
  }
  const takeTemplatePart = () => {
    parts.push(blank(take(TEMPLATE_PART)))
    const end = text.startsWith('${', at) ? '${' : text.charAt(at)
    if (end === '${') openBraces.push(0)
    parts.push(end)
    at += end.length
  }

  while (at < text.length) {
    const token = take(TOKEN)
    if (token.startsWith('//') || token.startsWith('/*')) parts.push(blank(token))
    else if (token.length > 1 && /^['"]/.test(token))
      parts.push(token.charAt(0), blank(token.slice(1, -1)), token.charAt(0))
    else if (token === '/' && mayStartRegex(parts)) {
      at -= 1
      const regex = take(REGEX)
      parts.push(regex === '' ? '/' : blank(regex))
      if (regex === '') at += 1
    } else {
      parts.push(token)
      const depth = openBraces.at(-1)
      if (token === '`') takeTemplatePart()
      else if (token === '}' && depth === 0) {
        openBraces.pop()
        takeTemplatePart()
      } else if (depth !== undefined && token === '{') openBraces[openBraces.length - 1] = depth + 1
      else if (depth !== undefined && token === '}') openBraces[openBraces.length - 1] = depth - 1
    }
  }
  return parts.join('')
}

const blank = (text: string): string => text.replace(/[^\n]/g, ' ')

/** After a value a slash divides; anywhere else it opens a regular expression. */
function mayStartRegex(before: readonly string[]): boolean {
  const tail = before.slice(-8).join('').trimEnd()
  return !ENDS_A_VALUE.test(tail) || WORD_BEFORE_REGEX.test(tail)
}
