import type { Node, Word } from './tree.ts'

/** A script for zsh: `pawl completion zsh > ~/.zfunc/_pawl`, or sourced. */
export function zsh(tree: readonly Node[]): string {
  const cases = tree.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map((word) => `      ${quoted(word)}`)
    return [`    '${path.join(' ')}')`, '      words_of=(', ...words.map((line) => `  ${line}`), '      ) ;;'].join(
      '\n',
    )
  })
  const choices = tree.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map(({ word, choices: list }) => `    '${[...path, word].join(' ')}') compadd ${list.join(' ')}; return ;;`),
  )
  const known = tree.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `#compdef pawl
# completion of pawl for zsh: source <(pawl completion zsh), after compinit
_pawl() {
  local path_of='' next i
  local -a words_of
  for ((i = 2; i < CURRENT; i++)); do
    next="\${path_of:+$path_of }\${words[i]}"
    case "$next" in
      ${known.join('|')}) path_of="$next" ;;
    esac
  done
  case "$path_of \${words[CURRENT-1]}" in
${choices.join('\n')}
  esac
  case "$path_of" in
${cases.join('\n')}
  esac
  _describe pawl words_of
}
compdef _pawl pawl`
}

/** \`word:text\`, in which colons of the text mean nothing. */
function quoted({ word, text }: Word): string {
  return `'${word}:${text.replaceAll("'", "'\\''").replaceAll(':', '\\:')}'`
}
