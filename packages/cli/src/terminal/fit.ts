import { displayWidth } from './display-width.ts'

const esc = '\u001b'
const colour = new RegExp(`(${esc}\\[[\\d;]*m)`)
const reset = `${esc}[0m`

/** A text in so many columns, colours and all; what was cut off shows as an ellipsis. */
export function fit(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  let used = 0
  for (const part of text.split(colour)) {
    if (colour.test(part)) kept += part
    else
      for (const character of part) {
        used += displayWidth(character)
        if (used > width - 1) return `${kept}${width > 0 ? '…' : ''}${kept.includes(esc) ? reset : ''}`
        kept += character
      }
  }
  return kept
}
