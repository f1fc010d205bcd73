import { type App, defineApp } from '@pawl/server'

/** Scans folders of comics in five phases into series, issues and covers. */
export function comicLibrary(): App {
  return defineApp({
    name: 'comic-library',
    title: 'Comic library: scans folders of comics into series, issues and covers',
    jobs: [],
    migrations: new URL('./migrations/', import.meta.url),
  })
}
