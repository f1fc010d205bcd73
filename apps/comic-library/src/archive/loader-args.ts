/** Options of Node that say how modules are found and loaded. */
const loaders = ['--import', '--loader', '--experimental-loader', '--require', '-r', '--conditions', '-C']

/**
 * The options by which this process loads TypeScript, for a process that it starts: those of its command line and of NODE_OPTIONS
 * that are about loading modules. All others stay here. None for a program that is JavaScript.
 */
export function loaderArgs(
  program: string,
  execArgv: readonly string[] = process.execArgv,
  nodeOptions = process.env.NODE_OPTIONS ?? '',
): string[] {
  if (!program.endsWith('.ts')) return []
  const given = [...nodeOptions.split(/\s+/).filter(Boolean), ...execArgv]
  const args = given.flatMap((option, at) => {
    if (loaders.includes(option)) return [[option, given[at + 1] ?? '']]
    return loaders.some((name) => option.startsWith(`${name}=`)) ? [[option]] : []
  })
  const unique = new Map(args.map((parts) => [parts.join(' '), parts]))
  return [...unique.values()].flat()
}
