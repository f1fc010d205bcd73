import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

/** Where packages are found, and nobody looks. */
const folder = fileURLToPath(new URL('../../node_modules/.cache/pawl-proofs/', import.meta.url))
/** With native parts, or files of their own. */
const leftOut = /^(node:|sharp$|7z-wasm|pg$|yauzl$)/
/** What is CommonJS asks for what Node brings by this. */
const banner = `import { createRequire as makeRequire } from 'node:module'; const require = makeRequire(import.meta.url);`

/**
 * Puts a worker's script and all that it loads into one file, and returns its path. A proof that kills fifty workers starts as many, and to load
 * some hundred sources takes three times as long.
 */
export async function bundleWorker(script: string): Promise<string> {
  const outfile = path.join(folder, `${path.basename(script, '.ts')}-${process.pid}.mjs`)
  await build({
    ...{ entryPoints: [script], outfile, bundle: true, minify: true, logLevel: 'error', banner: { js: banner } },
    ...{ platform: 'node', format: 'esm', target: 'node20', conditions: ['pawl-source'] },
    plugins: [othersOutside, urlsKept],
  })
  return outfile
}

const othersOutside: Plugin = {
  name: 'others-outside',
  setup({ onResolve }) {
    onResolve({ filter: leftOut }, () => ({ external: true }))
  },
}

/** What a source finds beside itself, statements and programs of children, it finds there still. */
const urlsKept: Plugin = {
  name: 'urls-kept',
  setup({ onLoad }) {
    onLoad({ filter: /\.(ts|js|mjs)$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8')
      const contents = text.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(file).href))
      return { contents, loader: file.endsWith('.ts') ? 'ts' : 'js' }
    })
  },
}
