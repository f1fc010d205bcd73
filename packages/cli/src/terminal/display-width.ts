import { stripVTControlCharacters } from 'node:util'

const wide = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff01-\uff60]/u
const nothing = /[\p{Mn}\p{Me}\p{Cf}]/u

/** How many columns of a terminal a text takes, colours left out. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of stripVTControlCharacters(text)) {
    width += nothing.test(character) ? 0 : wide.test(character) ? 2 : 1
  }
  return width
}
