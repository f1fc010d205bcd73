/** Something in brackets, and where it was. */
export type Bracket = { readonly at: number; readonly inner: string; readonly text: string }

export type Bracketed = {
  /** The name with every bracket blanked out: places stay the same. */
  readonly plain: string
  readonly brackets: readonly Bracket[]
}

const group = /\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^[\]]*\]|\{[^{}]*\}|【[^【】]*】/g

/** What stands for a bracket in the text without: no rule takes it for a word, a digit or a space. */
export const blank = '\u0000'

export function takeBrackets(name: string): Bracketed {
  const brackets = [...name.matchAll(group)].map(({ 0: text, index }) => ({
    at: index,
    inner: text.slice(1, -1).trim(),
    text,
  }))
  return { plain: name.replace(group, (text) => blank.repeat(text.length)), brackets }
}
