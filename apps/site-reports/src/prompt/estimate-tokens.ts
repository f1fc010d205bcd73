/**
 * How many tokens a text has, on the high side and without the tables of any model: four letters of ASCII to a token, as is usual,
 * counted as three and a half; of other scripts one and a half to a character.
 */
export function estimateTokens(text: string): number {
  let plain = 0
  let other = 0
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) plain++
    else other++
  }
  return Math.ceil(plain / 3.5 + other * 1.5)
}
