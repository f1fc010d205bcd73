import { findWords } from './find-words.ts'
import type { Finding, SourceFile } from './finding.ts'

const HOSTS = /"resolved": "https?:[^"]*"|registry\.(?:npmjs|yarnpkg|npmmirror)|npm\.pkg\.github/g

/** A lock file that names a registry makes everybody download from it, mirrors and closed networks included. */
export function findRegistryHosts(files: readonly SourceFile[]): Finding[] {
  return findWords(files, HOSTS, 'name no registry; .npmrc keeps the lock file free of it')
}
