/** Names with their values, one a line, the values under each other; a value of several lines is indented. */
export function details(pairs: readonly (readonly [name: string, value: string | number | null])[]): string[] {
  const shown = pairs.filter(([, value]) => value !== null && value !== '')
  const width = Math.max(...shown.map(([name]) => name.length))
  return shown.map(([name, value]) => {
    const [first = '', ...more] = String(value).split('\n')
    return [`${name.padEnd(width)}  ${first}`, ...more.map((line) => `${' '.repeat(width)}  ${line}`)].join('\n')
  })
}
