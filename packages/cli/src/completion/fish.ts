import type { Node, Word } from './tree.ts'

/** A script for fish: `pawl completion fish > ~/.config/fish/completions/pawl.fish`. */
export function fish(tree: readonly Node[]): string {
  const known = tree.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return [
    '# completion of pawl for fish: pawl completion fish | source',
    'function __pawl_at',
    "  set -l path ''",
    '  for word in (commandline -opc)[2..]',
    '    set -l next (string trim -- "$path $word")',
    `    contains -- "$next" ${known.join(' ')}; and set path "$next"`,
    '  end',
    '  test "$path" = "$argv[1]"',
    'end',
    'complete -c pawl -f',
    ...tree.flatMap(linesOf),
  ].join('\n')
}

function linesOf({ path, commands, options }: Node): string[] {
  const at = `complete -c pawl -n '__pawl_at "${path.join(' ')}"'`
  return [
    ...commands.map((word) => `${at} -a ${word.word} -d ${quoted(word)}`),
    ...options.map((option) => {
      const choices = option.choices.length > 0 ? ` -x -a '${option.choices.join(' ')}'` : ''
      return `${at} -l ${option.word.replace(/^--/, '')} -d ${quoted(option)}${choices}`
    }),
  ]
}

function quoted({ text }: Word): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
