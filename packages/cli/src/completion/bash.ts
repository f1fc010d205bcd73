import type { Node } from './tree.ts'

/** A script for bash: `source <(pawl completion bash)`. */
export function bash(tree: readonly Node[]): string {
  const cases = tree.map(({ path, commands, options }) => {
    const words = [...commands, ...options].map(({ word }) => word).join(' ')
    return `    '${path.join(' ')}') words='${words}' ;;`
  })
  const choices = tree.flatMap(({ path, options }) =>
    options
      .filter((option) => option.choices.length > 0)
      .map(({ word, choices: list }) => `    '${[...path, word].join(' ')}') words='${list.join(' ')}' ;;`),
  )
  const known = tree.filter(({ path }) => path.length > 0).map(({ path }) => `'${path.join(' ')}'`)
  return `# completion of pawl for bash: source <(pawl completion bash)
_pawl() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}"
  local path='' words='' next i
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
      ${known.join('|')}) path="$next" ;;
    esac
  done
  case "$path $previous" in
${choices.join('\n')}
  esac
  [ -n "$words" ] || case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _pawl pawl`
}
