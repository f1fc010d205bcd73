/**
 * NODE_OPTIONS under which Node runs the TypeScript sources: tsx as loader, and workspace packages resolved to their
 * sources. In the environment rather than on the command line, so that processes started further down run alike.
 * @param {string | undefined} inherited
 */
export function sourceOptions(inherited = '') {
  // NODE_OPTIONS is split at spaces; a file URL has none, whatever the path of the checkout.
  const ours = [`--import=${import.meta.resolve('tsx')}`, '--conditions=pawl-source']
  const present = inherited.split(/\s+/).filter(Boolean)
  return [...present, ...ours.filter((option) => !present.includes(option))].join(' ')
}
