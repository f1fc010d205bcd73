/** Options under which Node runs the TypeScript sources: our loader, and workspace packages resolved to their sources. */
export const sourceArgs = [
  `--import=${new URL('./typescript/register.mjs', import.meta.url).href}`,
  '--conditions=pawl-source',
]

/**
 * The same for NODE_OPTIONS: in the environment rather than on the command line, so that processes started further down run
 * alike. It is split at spaces; a file URL has none, whatever the path of the checkout.
 * @param {string | undefined} inherited
 */
export function sourceOptions(inherited = '') {
  const present = inherited.split(/\s+/).filter(Boolean)
  return [...present, ...sourceArgs.filter((option) => !present.includes(option))].join(' ')
}

/**
 * NODE_OPTIONS without ours, for processes that bring their own way to load sources.
 * @param {string | undefined} inherited
 */
export function withoutSourceOptions(inherited = '') {
  const present = inherited.split(/\s+/).filter(Boolean)
  return present.filter((option) => !sourceArgs.includes(option)).join(' ')
}
