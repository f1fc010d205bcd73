import type { Finding, SourceFile } from './finding.ts'
import { layerRules } from './layer-rules.ts'
import { parseImports } from './parse-imports.ts'
import { resolveRelative } from './resolve-relative.ts'

/** Imports that go against the layers. `import type` counts too: what a file may know is the question. */
export function findLayerBreaks(files: readonly SourceFile[], rules = layerRules): Finding[] {
  return files.flatMap(({ path, text }) =>
    parseImports(text).flatMap(({ specifier, line }) => {
      const target = resolveRelative(path, specifier) ?? specifier
      return rules
        .filter(({ forbids }) => forbids.test(`${path} -> ${target}`))
        .map(({ reason }) => ({ file: path, line, message: `must not import ${specifier}: ${reason}` }))
    }),
  )
}
